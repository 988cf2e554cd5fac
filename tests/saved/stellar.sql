PRAGMA user_version = 1;
PRAGMA application_id = 1349283443;
BEGIN TRANSACTION;
CREATE TABLE games (id INTEGER PRIMARY KEY, header TEXT NOT NULL) STRICT;
INSERT INTO "games" VALUES(1,'{"planisphere":1,"game":"stellar","pack":"house","options":{},"players":["Ana","Bo"],"seed":5,"started":"2026-01-31T20:00:00+00:00"}');
CREATE TABLE lines (game INTEGER NOT NULL REFERENCES games, n INTEGER NOT NULL, line TEXT NOT NULL,
                    PRIMARY KEY (game, n)) STRICT, WITHOUT ROWID;
INSERT INTO "lines" VALUES(1,1,'{"n":1,"seat":"nature","action":{"type":"deal_start","player":0,"card":"planet-3-a"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,2,'{"n":2,"seat":"nature","action":{"type":"deal_start","player":0,"card":"cloud-3-a"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,3,'{"n":3,"seat":"nature","action":{"type":"deal_start","player":1,"card":"black_hole-3-a"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,4,'{"n":4,"seat":"nature","action":{"type":"deal_start","player":1,"card":"moon-3-a"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,5,'{"n":5,"seat":0,"action":{"type":"place_start","card":"planet-3-a"},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,6,'{"n":6,"seat":1,"action":{"type":"place_start","card":"black_hole-3-a"},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,7,'{"n":7,"seat":"nature","action":{"type":"deal_hand","player":0,"card":"black_hole-2-a"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,8,'{"n":8,"seat":"nature","action":{"type":"deal_hand","player":0,"card":"planet-5-b"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,9,'{"n":9,"seat":"nature","action":{"type":"deal_hand","player":1,"card":"cloud-1-b"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,10,'{"n":10,"seat":"nature","action":{"type":"deal_hand","player":1,"card":"cloud-6/0"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,11,'{"n":11,"seat":"nature","action":{"type":"refill","coordinate":1,"card":"moon-2-a"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,12,'{"n":12,"seat":"nature","action":{"type":"refill","coordinate":2,"card":"black_hole-4-b"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,13,'{"n":13,"seat":"nature","action":{"type":"refill","coordinate":3,"card":"asteroid-2-b"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,14,'{"n":14,"seat":"nature","action":{"type":"refill","coordinate":4,"card":"moon-5-b"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,15,'{"n":15,"seat":"nature","action":{"type":"refill","coordinate":5,"card":"black_hole-6/0"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,16,'{"n":16,"seat":"nature","action":{"type":"first_player","player":0},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,17,'{"n":17,"seat":0,"action":{"type":"take","coordinate":2},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,18,'{"n":18,"seat":0,"action":{"type":"play_hand","card":"black_hole-2-a","to":12,"face_down":true},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,19,'{"n":19,"seat":"nature","action":{"type":"reveal","card":"cloud-2-b"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,20,'{"n":20,"seat":0,"action":{"type":"play_row","to":"notebook"},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,21,'{"n":21,"seat":"nature","action":{"type":"refill","coordinate":2,"card":"black_hole-1-b"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,22,'{"n":22,"seat":1,"action":{"type":"take","coordinate":2},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
CREATE TABLE place (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "place" VALUES('screen','{"game":1,"own":{"card":"hand.cloud-1-b"}}');
INSERT INTO "place" VALUES('stellar_holder','1:1');
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
