PRAGMA user_version = 1;
PRAGMA application_id = 1349283443;
BEGIN TRANSACTION;
CREATE TABLE games (id INTEGER PRIMARY KEY, header TEXT NOT NULL) STRICT;
INSERT INTO "games" VALUES(1,'{"planisphere":1,"game":"star_explorer","pack":"pad","options":{},"players":["Ana","Bo"],"seed":null,"started":"2026-01-31T20:00:00+00:00"}');
CREATE TABLE lines (game INTEGER NOT NULL REFERENCES games, n INTEGER NOT NULL, line TEXT NOT NULL,
                    PRIMARY KEY (game, n)) STRICT, WITHOUT ROWID;
INSERT INTO "lines" VALUES(1,1,'{"n":1,"seat":0,"action":{"type":"write","row":"round.1","sum":"4+3"},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
CREATE TABLE place (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "place" VALUES('colours.1','["green","orange"]');
INSERT INTO "place" VALUES('preferences','{}');
INSERT INTO "place" VALUES('screen','{"game":1,"own":{"row":"round.2","typed":"12"}}');
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
