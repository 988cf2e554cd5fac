PRAGMA user_version = 1;
PRAGMA application_id = 1349283443;
BEGIN TRANSACTION;
CREATE TABLE games (id INTEGER PRIMARY KEY, header TEXT NOT NULL) STRICT;
INSERT INTO "games" VALUES(1,'{"planisphere":1,"game":"star_explorer","pack":"house","options":{"piles":"dealt"},"players":["Ana","Bo"],"seed":8,"started":"2026-01-31T20:00:00+00:00"}');
CREATE TABLE lines (game INTEGER NOT NULL REFERENCES games, n INTEGER NOT NULL, line TEXT NOT NULL,
                    PRIMARY KEY (game, n)) STRICT, WITHOUT ROWID;
INSERT INTO "lines" VALUES(1,1,'{"n":1,"seat":"nature","action":{"type":"first_player","player":0},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,2,'{"n":2,"seat":"nature","action":{"type":"deal_start","player":0,"tile":"red_blue"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,3,'{"n":3,"seat":"nature","action":{"type":"deal_start","player":1,"tile":"white_blue"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,4,'{"n":4,"seat":"nature","action":{"type":"deal_pile","player":0,"backs":[{"size":5,"type":"red","value":1},{"size":6,"type":"red","value":1},{"size":7,"type":"red","value":1},{"size":7,"type":"white","value":1},{"size":8,"type":"yellow","value":1},{"size":9,"type":"yellow","value":1},{"size":10,"type":"red","value":1}]},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,5,'{"n":5,"seat":"nature","action":{"type":"deal_pile","player":1,"backs":[{"size":5,"type":"white","value":1},{"size":6,"type":"blue","value":1},{"size":7,"type":"blue","value":1},{"size":7,"type":"red","value":1},{"size":8,"type":"white","value":1},{"size":9,"type":"yellow","value":1},{"size":10,"type":"red","value":1}]},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,6,'{"n":6,"seat":0,"action":{"type":"choose_side","side":0},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,7,'{"n":7,"seat":1,"action":{"type":"choose_side","side":1},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,8,'{"n":8,"seat":0,"action":{"type":"choose_size","size":7},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,9,'{"n":9,"seat":0,"action":{"type":"choose_seven","which":1},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,10,'{"n":10,"seat":1,"action":{"type":"choose_seven","which":1},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,11,'{"n":11,"seat":"nature","action":{"type":"reveal","player":0,"tile":"lepus"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,12,'{"n":12,"seat":"nature","action":{"type":"reveal","player":1,"tile":"aquila"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,13,'{"n":13,"seat":0,"action":{"type":"draw","lines":[[35,45],[45,65]],"stars":[]},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,14,'{"n":14,"seat":1,"action":{"type":"draw","lines":[[20,38]],"stars":[]},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,15,'{"n":15,"seat":0,"action":{"type":"end_round"},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,16,'{"n":16,"seat":1,"action":{"type":"choose_size","size":6},"source":"touch","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,17,'{"n":17,"seat":"nature","action":{"type":"reveal","player":0,"tile":"columba"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
INSERT INTO "lines" VALUES(1,18,'{"n":18,"seat":"nature","action":{"type":"reveal","player":1,"tile":"phoenix"},"source":"dealer","at":"2026-01-31T20:00:00+00:00"}');
CREATE TABLE place (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "place" VALUES('screen','{"game":1,"page":"why","seat":0,"row":"round.1","back":{"game":1,"seat":0,"draft":{"lines":[[1,7],[7,15],[7,17],[15,25]]}}}');
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
