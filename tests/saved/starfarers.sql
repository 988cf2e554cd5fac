PRAGMA user_version = 1;
PRAGMA application_id = 1349283443;
BEGIN TRANSACTION;
CREATE TABLE games (id INTEGER PRIMARY KEY, header TEXT NOT NULL) STRICT;
INSERT INTO "games" VALUES(1,'{"planisphere":1,"game":"starfarers","pack":"house","options":{"turn_limit":"long","offers":"two","start":"founding","second_colony":"anywhere","supply_cards":"two","replacement":"covered","conquest":"passing","system_limit":"everywhere"},"players":["greedy 1","greedy 2","greedy 3"],"seed":null,"started":null}');
CREATE TABLE lines (game INTEGER NOT NULL REFERENCES games, n INTEGER NOT NULL, line TEXT NOT NULL,
                    PRIMARY KEY (game, n)) STRICT, WITHOUT ROWID;
INSERT INTO "lines" VALUES(1,1,'{"n":1,"seat":"nature","action":{"type":"first_player","player":1},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,2,'{"n":2,"seat":"nature","action":{"type":"reveal","planet":0,"token":1},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,3,'{"n":3,"seat":"nature","action":{"type":"reveal","planet":1,"token":2},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,4,'{"n":4,"seat":"nature","action":{"type":"reveal","planet":2,"token":0},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,5,'{"n":5,"seat":"nature","action":{"type":"reveal","planet":3,"token":4},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,6,'{"n":6,"seat":"nature","action":{"type":"reveal","planet":4,"token":5},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,7,'{"n":7,"seat":"nature","action":{"type":"reveal","planet":5,"token":3},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,8,'{"n":8,"seat":"nature","action":{"type":"reveal","planet":6,"token":6},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,9,'{"n":9,"seat":"nature","action":{"type":"reveal","planet":7,"token":7},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,10,'{"n":10,"seat":"nature","action":{"type":"reveal","planet":8,"token":8},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,11,'{"n":11,"seat":"nature","action":{"type":"reveal","planet":9,"token":9},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,12,'{"n":12,"seat":"nature","action":{"type":"reveal","planet":10,"token":10},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,13,'{"n":13,"seat":"nature","action":{"type":"reveal","planet":11,"token":11},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,14,'{"n":14,"seat":1,"action":{"type":"place_spaceport","site":8},"source":"bot","at":null}');
INSERT INTO "lines" VALUES(1,15,'{"n":15,"seat":2,"action":{"type":"place_spaceport","site":9},"source":"bot","at":null}');
INSERT INTO "lines" VALUES(1,16,'{"n":16,"seat":0,"action":{"type":"place_spaceport","site":3},"source":"bot","at":null}');
INSERT INTO "lines" VALUES(1,17,'{"n":17,"seat":0,"action":{"type":"place_colony","site":1},"source":"bot","at":null}');
INSERT INTO "lines" VALUES(1,18,'{"n":18,"seat":2,"action":{"type":"place_colony","site":0},"source":"bot","at":null}');
INSERT INTO "lines" VALUES(1,19,'{"n":19,"seat":1,"action":{"type":"place_colony","site":7},"source":"bot","at":null}');
INSERT INTO "lines" VALUES(1,20,'{"n":20,"seat":1,"action":{"type":"place_colony","site":10},"source":"bot","at":null}');
INSERT INTO "lines" VALUES(1,21,'{"n":21,"seat":2,"action":{"type":"place_colony","site":4},"source":"bot","at":null}');
INSERT INTO "lines" VALUES(1,22,'{"n":22,"seat":0,"action":{"type":"place_colony","site":12},"source":"bot","at":null}');
INSERT INTO "lines" VALUES(1,23,'{"n":23,"seat":"nature","action":{"type":"reveal","planet":12,"token":17},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,24,'{"n":24,"seat":"nature","action":{"type":"reveal","planet":13,"token":23},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,25,'{"n":25,"seat":1,"action":{"type":"place_ship","ship":1,"corner":293},"source":"bot","at":null}');
INSERT INTO "lines" VALUES(1,26,'{"n":26,"seat":2,"action":{"type":"place_ship","ship":2,"corner":249},"source":"bot","at":null}');
INSERT INTO "lines" VALUES(1,27,'{"n":27,"seat":0,"action":{"type":"place_ship","ship":0,"corner":243},"source":"bot","at":null}');
INSERT INTO "lines" VALUES(1,28,'{"n":28,"seat":"nature","action":{"type":"draw_supply","player":1,"card":"ore"},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,29,'{"n":29,"seat":"nature","action":{"type":"draw_supply","player":1,"card":"goods"},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,30,'{"n":30,"seat":"nature","action":{"type":"draw_supply","player":1,"card":"carbon"},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,31,'{"n":31,"seat":"nature","action":{"type":"draw_supply","player":2,"card":"fuel"},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,32,'{"n":32,"seat":"nature","action":{"type":"draw_supply","player":2,"card":"carbon"},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,33,'{"n":33,"seat":"nature","action":{"type":"draw_supply","player":2,"card":"ore"},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,34,'{"n":34,"seat":"nature","action":{"type":"draw_supply","player":0,"card":"fuel"},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,35,'{"n":35,"seat":"nature","action":{"type":"draw_supply","player":0,"card":"food"},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,36,'{"n":36,"seat":"nature","action":{"type":"draw_supply","player":0,"card":"goods"},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,37,'{"n":37,"seat":"nature","action":{"type":"roll","dice":[6,1]},"source":"dealer","at":null}');
INSERT INTO "lines" VALUES(1,38,'{"n":38,"seat":1,"action":{"type":"rob","victim":2},"source":"bot","at":null}');
INSERT INTO "lines" VALUES(1,39,'{"n":39,"seat":"nature","action":{"type":"steal","victim":2,"card":"ore"},"source":"dealer","at":null}');
CREATE TABLE place (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "place" VALUES('left.1','');
INSERT INTO "place" VALUES('screen','{"game":1,"own":{"holder":1,"told":39,"give":[0,1,0,0,0],"get":[0,0,1,0,0],"item":"offer"}}');
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
