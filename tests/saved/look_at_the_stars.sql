PRAGMA user_version = 1;
PRAGMA application_id = 1349283443;
BEGIN TRANSACTION;
CREATE TABLE games (id INTEGER PRIMARY KEY, header TEXT NOT NULL) STRICT;
INSERT INTO "games" VALUES(1,'{"planisphere":1,"game":"look_at_the_stars","pack":"house","options":{},"players":["Ana","Bo"],"seed":8,"started":"2026-01-31T20:00:00+00:00"}');
CREATE TABLE lines (game INTEGER NOT NULL REFERENCES games, n INTEGER NOT NULL, line TEXT NOT NULL,
                    PRIMARY KEY (game, n)) STRICT, WITHOUT ROWID;
INSERT INTO "lines" VALUES(1,1,'{"n":1,"seat":"nature","action":{"type":"deal_slate","player":0,"slate":4},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,2,'{"n":2,"seat":"nature","action":{"type":"deal_slate","player":1,"slate":2},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,3,'{"n":3,"seat":"nature","action":{"type":"open_bonus","card":"A7"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,4,'{"n":4,"seat":"nature","action":{"type":"open_bonus","card":"B1"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,5,'{"n":5,"seat":"nature","action":{"type":"reveal","card":"S1"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,6,'{"n":6,"seat":0,"action":{"type":"shooting_star","from":"D4","to":"E3"},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,7,'{"n":7,"seat":1,"action":{"type":"shooting_star","from":"D5","to":"E4"},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,8,'{"n":8,"seat":"nature","action":{"type":"reveal","card":"N21"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,9,'{"n":9,"seat":0,"action":{"type":"draw","lines":[["E2","F2"],["C3","D3"]]},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,10,'{"n":10,"seat":1,"action":{"type":"draw","lines":[["E2","F2"],["C3","D3"]]},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,11,'{"n":11,"seat":"nature","action":{"type":"reveal","card":"N6"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
CREATE TABLE place (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "place" VALUES('look_at_the_stars','{"game":1,"turn":3,"seat":0,"drafts":{"0":{"lines":[["D2","D3"],["C4","D3"]]}}}');
INSERT INTO "place" VALUES('screen','{"game":1}');
CREATE TABLE results (game INTEGER NOT NULL REFERENCES games, lines INTEGER NOT NULL, line TEXT NOT NULL,
                      PRIMARY KEY (game, lines)) STRICT, WITHOUT ROWID;
CREATE TRIGGER games_never_UPDATE BEFORE UPDATE ON games
BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER games_never_DELETE BEFORE DELETE ON games
BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER lines_never_UPDATE BEFORE UPDATE ON lines
BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER lines_never_DELETE BEFORE DELETE ON lines
BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER results_never_UPDATE BEFORE UPDATE ON results
BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
CREATE TRIGGER results_never_DELETE BEFORE DELETE ON results
BEGIN SELECT RAISE(ABORT, 'the journal only grows'); END;
COMMIT;
