BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0006');
CREATE TABLE audit (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	actor VARCHAR(80) NOT NULL, 
	verb VARCHAR(40) NOT NULL, 
	detail TEXT DEFAULT '{}' NOT NULL, 
	rows TEXT DEFAULT '[]' NOT NULL, 
	undoes INTEGER, 
	undone_by INTEGER, 
	CONSTRAINT pk_audit PRIMARY KEY (id), 
	CONSTRAINT fk_audit_event_id FOREIGN KEY(event_id) REFERENCES events (id)
);
INSERT INTO "audit" VALUES(1,1,1790000002000,'host:Vera','create_event','{"name":"Friday"}','[]',NULL,NULL);
INSERT INTO "audit" VALUES(2,1,1790000003000,'host:Vera','add_players','{"names":["Zoé","Tycho","Łucja","Håkon","Nicolás","Ada","Nina","Youri","<b>Bo</b>"]}','[["players",{"id":1},null,{"id":1,"event_id":1,"number":1,"name":"Zoé","key":"tCZlS5nD79JrmOa-_znosg","since":1,"until":null,"state":"here","same_as":null}],["players",{"id":2},null,{"id":2,"event_id":1,"number":2,"name":"Tycho","key":"PuzhLmkqgudzmRzR6bBicQ","since":1,"until":null,"state":"here","same_as":null}],["players",{"id":3},null,{"id":3,"event_id":1,"number":3,"name":"Łucja","key":"QsukGGJmCt9iUhmh-1FprA","since":1,"until":null,"state":"here","same_as":null}],["players",{"id":4},null,{"id":4,"event_id":1,"number":4,"name":"Håkon","key":"ARjE40BsYfTouvj6_KkeqQ","since":1,"until":null,"state":"here","same_as":null}],["players",{"id":5},null,{"id":5,"event_id":1,"number":5,"name":"Nicolás","key":"3Dxu8B-gmaZj2E1MCHvLwA","since":1,"until":null,"state":"here","same_as":null}],["players",{"id":6},null,{"id":6,"event_id":1,"number":6,"name":"Ada","key":"fZvf3li_qOMrvc2S6UzjtA","since":1,"until":null,"state":"here","same_as":null}],["players",{"id":7},null,{"id":7,"event_id":1,"number":7,"name":"Nina","key":"64Ogh38v1hxU9p0oGS5jdA","since":1,"until":null,"state":"here","same_as":null}],["players",{"id":8},null,{"id":8,"event_id":1,"number":8,"name":"Youri","key":"J4bujp5-lYB0BT574JuoDQ","since":1,"until":null,"state":"here","same_as":null}],["players",{"id":9},null,{"id":9,"event_id":1,"number":9,"name":"<b>Bo</b>","key":"a3-VbiYjgi9H-vRltAW3Iw","since":1,"until":null,"state":"here","same_as":null}]]',NULL,NULL);
INSERT INTO "audit" VALUES(3,1,1790000004000,'host:Vera','plan_round','{"round":1}','[["rounds",{"id":1},null,{"id":1,"event_id":1,"number":1,"state":"planned","minutes":45,"started_at":null,"paused_at":null,"paused_ms":0,"ended_at":null}],["seatings",{"id":1},null,{"id":1,"event_id":1,"round_id":1,"place_id":1,"state":"open","bye":false,"made_at":1790000004000}],["seats",{"seating_id":1,"seat":0},null,{"seating_id":1,"seat":0,"player_id":1,"first":true}],["seats",{"seating_id":1,"seat":1},null,{"seating_id":1,"seat":1,"player_id":5,"first":false}],["seats",{"seating_id":1,"seat":2},null,{"seating_id":1,"seat":2,"player_id":7,"first":false}],["seatings",{"id":2},null,{"id":2,"event_id":1,"round_id":1,"place_id":2,"state":"open","bye":false,"made_at":1790000004000}],["seats",{"seating_id":2,"seat":0},null,{"seating_id":2,"seat":0,"player_id":3,"first":true}],["seats",{"seating_id":2,"seat":1},null,{"seating_id":2,"seat":1,"player_id":9,"first":false}],["seats",{"seating_id":2,"seat":2},null,{"seating_id":2,"seat":2,"player_id":8,"first":false}],["seatings",{"id":3},null,{"id":3,"event_id":1,"round_id":1,"place_id":3,"state":"open","bye":false,"made_at":1790000004000}],["seats",{"seating_id":3,"seat":0},null,{"seating_id":3,"seat":0,"player_id":6,"first":true}],["seats",{"seating_id":3,"seat":1},null,{"seating_id":3,"seat":1,"player_id":4,"first":false}],["seats",{"seating_id":3,"seat":2},null,{"seating_id":3,"seat":2,"player_id":2,"first":false}]]',NULL,NULL);
INSERT INTO "audit" VALUES(4,1,1790000005000,'host:Vera','start_round','{"round_id":1,"round":1}','[["rounds",{"id":1},{"id":1,"event_id":1,"number":1,"state":"planned","minutes":45,"started_at":null,"paused_at":null,"paused_ms":0,"ended_at":null},{"id":1,"event_id":1,"number":1,"state":"running","minutes":45,"started_at":1790000005000,"paused_at":null,"paused_ms":0,"ended_at":null}]]',NULL,NULL);
INSERT INTO "audit" VALUES(5,1,1790000007000,'table:1','propose','{"seating":1,"totals":[731,732,733]}','[["results",{"id":1},null,{"id":1,"seating_id":1,"game_id":null,"lines":0,"source":"table","totals":"[731,732,733]","ranks":"[3,2,1]","state":"proposed","by":"table:1","at":1790000007000}],["seatings",{"id":1},{"id":1,"event_id":1,"round_id":1,"place_id":1,"state":"open","bye":false,"made_at":1790000004000},{"id":1,"event_id":1,"round_id":1,"place_id":1,"state":"proposed","bye":false,"made_at":1790000004000}]]',NULL,NULL);
INSERT INTO "audit" VALUES(6,1,1790000008000,'host:Vera','confirm','{"result":1}','[["results",{"id":1},{"id":1,"seating_id":1,"game_id":null,"lines":0,"source":"table","totals":"[731,732,733]","ranks":"[3,2,1]","state":"proposed","by":"table:1","at":1790000007000},{"id":1,"seating_id":1,"game_id":null,"lines":0,"source":"table","totals":"[731,732,733]","ranks":"[3,2,1]","state":"confirmed","by":"table:1","at":1790000007000}],["seatings",{"id":1},{"id":1,"event_id":1,"round_id":1,"place_id":1,"state":"proposed","bye":false,"made_at":1790000004000},{"id":1,"event_id":1,"round_id":1,"place_id":1,"state":"confirmed","bye":false,"made_at":1790000004000}]]',NULL,NULL);
INSERT INTO "audit" VALUES(7,1,1790000009000,'table:1','propose','{"seating":2,"totals":[741,742,743]}','[["results",{"id":2},null,{"id":2,"seating_id":2,"game_id":null,"lines":0,"source":"table","totals":"[741,742,743]","ranks":"[3,2,1]","state":"proposed","by":"table:1","at":1790000009000}],["seatings",{"id":2},{"id":2,"event_id":1,"round_id":1,"place_id":2,"state":"open","bye":false,"made_at":1790000004000},{"id":2,"event_id":1,"round_id":1,"place_id":2,"state":"proposed","bye":false,"made_at":1790000004000}]]',NULL,NULL);
INSERT INTO "audit" VALUES(8,1,1790000010000,'host:Vera','confirm','{"result":2}','[["results",{"id":2},{"id":2,"seating_id":2,"game_id":null,"lines":0,"source":"table","totals":"[741,742,743]","ranks":"[3,2,1]","state":"proposed","by":"table:1","at":1790000009000},{"id":2,"seating_id":2,"game_id":null,"lines":0,"source":"table","totals":"[741,742,743]","ranks":"[3,2,1]","state":"confirmed","by":"table:1","at":1790000009000}],["seatings",{"id":2},{"id":2,"event_id":1,"round_id":1,"place_id":2,"state":"proposed","bye":false,"made_at":1790000004000},{"id":2,"event_id":1,"round_id":1,"place_id":2,"state":"confirmed","bye":false,"made_at":1790000004000}]]',NULL,NULL);
INSERT INTO "audit" VALUES(9,1,1790000011000,'table:1','propose','{"seating":3,"totals":[751,752,753]}','[["results",{"id":3},null,{"id":3,"seating_id":3,"game_id":null,"lines":0,"source":"table","totals":"[751,752,753]","ranks":"[3,2,1]","state":"proposed","by":"table:1","at":1790000011000}],["seatings",{"id":3},{"id":3,"event_id":1,"round_id":1,"place_id":3,"state":"open","bye":false,"made_at":1790000004000},{"id":3,"event_id":1,"round_id":1,"place_id":3,"state":"proposed","bye":false,"made_at":1790000004000}]]',NULL,NULL);
INSERT INTO "audit" VALUES(10,1,1790000012000,'host:Vera','confirm','{"result":3}','[["results",{"id":3},{"id":3,"seating_id":3,"game_id":null,"lines":0,"source":"table","totals":"[751,752,753]","ranks":"[3,2,1]","state":"proposed","by":"table:1","at":1790000011000},{"id":3,"seating_id":3,"game_id":null,"lines":0,"source":"table","totals":"[751,752,753]","ranks":"[3,2,1]","state":"confirmed","by":"table:1","at":1790000011000}],["seatings",{"id":3},{"id":3,"event_id":1,"round_id":1,"place_id":3,"state":"proposed","bye":false,"made_at":1790000004000},{"id":3,"event_id":1,"round_id":1,"place_id":3,"state":"confirmed","bye":false,"made_at":1790000004000}]]',NULL,NULL);
INSERT INTO "audit" VALUES(11,1,1790000014000,'host:Vera','end_round','{"round_id":1,"round":1}','[["rounds",{"id":1},{"id":1,"event_id":1,"number":1,"state":"running","minutes":45,"started_at":1790000005000,"paused_at":null,"paused_ms":0,"ended_at":null},{"id":1,"event_id":1,"number":1,"state":"ended","minutes":45,"started_at":1790000005000,"paused_at":null,"paused_ms":0,"ended_at":1790000014000}]]',NULL,NULL);
INSERT INTO "audit" VALUES(12,1,1790000015000,'host:Vera','plan_round','{"round":2}','[["rounds",{"id":2},null,{"id":2,"event_id":1,"number":2,"state":"planned","minutes":45,"started_at":null,"paused_at":null,"paused_ms":0,"ended_at":null}],["seatings",{"id":4},null,{"id":4,"event_id":1,"round_id":2,"place_id":1,"state":"open","bye":false,"made_at":1790000015000}],["seats",{"seating_id":4,"seat":0},null,{"seating_id":4,"seat":0,"player_id":8,"first":true}],["seats",{"seating_id":4,"seat":1},null,{"seating_id":4,"seat":1,"player_id":2,"first":false}],["seats",{"seating_id":4,"seat":2},null,{"seating_id":4,"seat":2,"player_id":7,"first":false}],["seatings",{"id":5},null,{"id":5,"event_id":1,"round_id":2,"place_id":2,"state":"open","bye":false,"made_at":1790000015000}],["seats",{"seating_id":5,"seat":0},null,{"seating_id":5,"seat":0,"player_id":9,"first":true}],["seats",{"seating_id":5,"seat":1},null,{"seating_id":5,"seat":1,"player_id":4,"first":false}],["seats",{"seating_id":5,"seat":2},null,{"seating_id":5,"seat":2,"player_id":5,"first":false}],["seatings",{"id":6},null,{"id":6,"event_id":1,"round_id":2,"place_id":3,"state":"open","bye":false,"made_at":1790000015000}],["seats",{"seating_id":6,"seat":0},null,{"seating_id":6,"seat":0,"player_id":3,"first":true}],["seats",{"seating_id":6,"seat":1},null,{"seating_id":6,"seat":1,"player_id":6,"first":false}],["seats",{"seating_id":6,"seat":2},null,{"seating_id":6,"seat":2,"player_id":1,"first":false}]]',NULL,NULL);
INSERT INTO "audit" VALUES(13,1,1790000016000,'host:Vera','start_round','{"round_id":2,"round":2}','[["rounds",{"id":2},{"id":2,"event_id":1,"number":2,"state":"planned","minutes":45,"started_at":null,"paused_at":null,"paused_ms":0,"ended_at":null},{"id":2,"event_id":1,"number":2,"state":"running","minutes":45,"started_at":1790000016000,"paused_at":null,"paused_ms":0,"ended_at":null}]]',NULL,NULL);
INSERT INTO "audit" VALUES(14,1,1790000018000,'table:1','propose','{"seating":4,"totals":[731,732,733]}','[["results",{"id":4},null,{"id":4,"seating_id":4,"game_id":null,"lines":0,"source":"table","totals":"[731,732,733]","ranks":"[3,2,1]","state":"proposed","by":"table:1","at":1790000018000}],["seatings",{"id":4},{"id":4,"event_id":1,"round_id":2,"place_id":1,"state":"open","bye":false,"made_at":1790000015000},{"id":4,"event_id":1,"round_id":2,"place_id":1,"state":"proposed","bye":false,"made_at":1790000015000}]]',NULL,NULL);
INSERT INTO "audit" VALUES(15,1,1790000021000,'table:1','pair_table','{"table":1,"name":"Window"}','[["places",{"id":2},{"id":2,"event_id":1,"number":2,"table_id":null,"state":"ready"},{"id":2,"event_id":1,"number":2,"table_id":1,"state":"ready"}]]',NULL,NULL);
INSERT INTO "audit" VALUES(16,1,1790000023000,'table:1','ask_judge','{"question":"Is there a line?"}','[["cases",{"id":1},null,{"id":1,"event_id":1,"table_id":1,"seating_id":5,"game_id":null,"kind":"table_asks","data":"{\"question\":\"Is there a line?\",\"one\":\"yes, 27\",\"other\":\"no, 24\",\"n\":0}","opened_at":1790000023000,"closed_at":null,"ruling":"","ask":"note-9ef22b140adb97b169ff66ab-0","decision":""}]]',NULL,NULL);
INSERT INTO "audit" VALUES(17,1,1790000025000,'host:Vera','say','{"message":"Welcome"}','[["events",{"id":1},{"id":1,"name":"Friday","game":"star_explorer","pack":"house","options":"{}","system":"swiss","seats":3,"seats_min":2,"rounds":2,"minutes":45,"confirm":"one","bye_points":12,"live":"scores","scheme":"shared","state":"open","released":0,"key":"cSKpEF54ZMSfWB1zxZOXHA","joining":false,"approving":false,"cuts":"[]","message":"","created_at":1790000002000},{"id":1,"name":"Friday","game":"star_explorer","pack":"house","options":"{}","system":"swiss","seats":3,"seats_min":2,"rounds":2,"minutes":45,"confirm":"one","bye_points":12,"live":"scores","scheme":"shared","state":"open","released":0,"key":"cSKpEF54ZMSfWB1zxZOXHA","joining":false,"approving":false,"cuts":"[]","message":"Welcome","created_at":1790000002000}]]',NULL,NULL);
INSERT INTO "audit" VALUES(18,1,1790000026000,'host:Vera','rename_player','{"player":1,"name":"Zoé B."}','[["players",{"id":1},{"id":1,"event_id":1,"number":1,"name":"Zoé","key":"tCZlS5nD79JrmOa-_znosg","since":1,"until":null,"state":"here","same_as":null},{"id":1,"event_id":1,"number":1,"name":"Zoé B.","key":"tCZlS5nD79JrmOa-_znosg","since":1,"until":null,"state":"here","same_as":null}]]',NULL,NULL);
CREATE TABLE batches (
	table_id INTEGER NOT NULL, 
	seq BIGINT NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	items INTEGER DEFAULT '0' NOT NULL, 
	received_at BIGINT NOT NULL, 
	sent_at BIGINT, 
	CONSTRAINT pk_batches PRIMARY KEY (table_id, seq), 
	CONSTRAINT fk_batches_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
CREATE TABLE cases (
	id INTEGER NOT NULL, 
	event_id INTEGER, 
	table_id INTEGER, 
	seating_id INTEGER, 
	game_id INTEGER, 
	kind VARCHAR(20) NOT NULL, 
	data TEXT DEFAULT '{}' NOT NULL, 
	photo BLOB, 
	opened_at BIGINT NOT NULL, 
	closed_at BIGINT, 
	ruling TEXT DEFAULT '' NOT NULL, ask VARCHAR(40), decision VARCHAR(10) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_cases PRIMARY KEY (id), 
	CONSTRAINT fk_cases_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT fk_cases_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_cases_seating_id FOREIGN KEY(seating_id) REFERENCES seatings (id), 
	CONSTRAINT fk_cases_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "cases" VALUES(1,1,1,5,NULL,'table_asks','{"question":"Is there a line?","one":"yes, 27","other":"no, 24","n":0}',X'89504E470D0A1A0A0000000D49484452000000010000000108060000001F15C4890000000D4944415478DA6364F8CF500F00038601805A347D6B0000000049454E44AE426082',1790000023000,NULL,'','note-9ef22b140adb97b169ff66ab-0','');
CREATE TABLE events (
	id INTEGER NOT NULL, 
	name VARCHAR(120) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	pack VARCHAR(80) NOT NULL, 
	options TEXT DEFAULT '{}' NOT NULL, 
	system VARCHAR(20) NOT NULL, 
	seats INTEGER DEFAULT '0' NOT NULL, 
	seats_min INTEGER DEFAULT '0' NOT NULL, 
	rounds INTEGER DEFAULT '0' NOT NULL, 
	minutes INTEGER DEFAULT '0' NOT NULL, 
	confirm VARCHAR(20) NOT NULL, 
	bye_points INTEGER DEFAULT '0' NOT NULL, 
	live VARCHAR(20) NOT NULL, 
	state VARCHAR(20) NOT NULL, 
	released INTEGER DEFAULT '0' NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	version INTEGER DEFAULT '0' NOT NULL, 
	created_at BIGINT NOT NULL, joining BOOLEAN DEFAULT 0 NOT NULL, scheme VARCHAR(20) DEFAULT 'shared' NOT NULL, approving BOOLEAN DEFAULT 0 NOT NULL, cuts TEXT DEFAULT '[]' NOT NULL, message TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (id), 
	CONSTRAINT uq_events_key UNIQUE ("key")
);
INSERT INTO "events" VALUES(1,'Friday','star_explorer','house','{}','swiss',3,2,2,45,'one',12,'scores','open',0,'cSKpEF54ZMSfWB1zxZOXHA',17,1790000002000,0,'shared',0,'[]','Welcome');
CREATE TABLE failures (
	id INTEGER NOT NULL, 
	door VARCHAR(10) NOT NULL, 
	who VARCHAR(80) NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_failures PRIMARY KEY (id)
);
CREATE TABLE games (
	id INTEGER NOT NULL, 
	table_id INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	header TEXT DEFAULT '{}' NOT NULL, 
	lines INTEGER DEFAULT '0' NOT NULL, 
	state VARCHAR(20) NOT NULL, 
	why TEXT DEFAULT '' NOT NULL, 
	rule VARCHAR(120) DEFAULT '' NOT NULL, 
	sheet TEXT, 
	totals TEXT, 
	begun_at BIGINT NOT NULL, 
	changed_at BIGINT NOT NULL, seating_id INTEGER, 
	CONSTRAINT pk_games PRIMARY KEY (id), 
	CONSTRAINT fk_games_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT uq_games_key UNIQUE (table_id, "key")
);
CREATE TABLE hosts (
	id INTEGER NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	password TEXT DEFAULT '' NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_hosts PRIMARY KEY (id), 
	CONSTRAINT uq_hosts_name UNIQUE (name)
);
INSERT INTO "hosts" VALUES(1,'Vera','$argon2id$v=19$m=8,t=1,p=1$h1ygRf7yH7oAemeSnLA0dw$7J3z3FBUVNk1SfY5e69WBJVxs5JjxJj1jVGwzYqXwJs',1790000001000);
CREATE TABLE lines (
	game_id INTEGER NOT NULL, 
	n INTEGER NOT NULL, 
	result INTEGER NOT NULL, 
	line TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_lines PRIMARY KEY (game_id, n, result), 
	CONSTRAINT fk_lines_game_id FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE meta (
	"key" VARCHAR(40) NOT NULL, 
	value TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_meta PRIMARY KEY ("key")
);
CREATE TABLE pairings (
	code_hash VARCHAR(64) NOT NULL, 
	expires_at BIGINT NOT NULL, 
	place_id INTEGER, 
	table_id INTEGER, 
	CONSTRAINT pk_pairings PRIMARY KEY (code_hash), 
	CONSTRAINT fk_pairings_table_id FOREIGN KEY(table_id) REFERENCES tables (id)
);
INSERT INTO "pairings" VALUES('c8d8c6d538c6aa4d8fb69f4a924c6b06172707897249fa6f3484ed0fcbd4ca92',1790000920000,2,1);
CREATE TABLE places (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	number INTEGER DEFAULT '0' NOT NULL, 
	table_id INTEGER, 
	state VARCHAR(20) NOT NULL, 
	CONSTRAINT pk_places PRIMARY KEY (id), 
	CONSTRAINT fk_places_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT fk_places_table_id FOREIGN KEY(table_id) REFERENCES tables (id), 
	CONSTRAINT uq_places_number UNIQUE (event_id, number)
);
INSERT INTO "places" VALUES(1,1,1,NULL,'ready');
INSERT INTO "places" VALUES(2,1,2,1,'ready');
INSERT INTO "places" VALUES(3,1,3,NULL,'ready');
CREATE TABLE players (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	number INTEGER DEFAULT '0' NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	since INTEGER DEFAULT '1' NOT NULL, 
	until INTEGER, state VARCHAR(20) DEFAULT 'here' NOT NULL, same_as INTEGER, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT fk_players_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT uq_players_name UNIQUE (event_id, name), 
	CONSTRAINT uq_players_number UNIQUE (event_id, number), 
	CONSTRAINT uq_players_key UNIQUE ("key")
);
INSERT INTO "players" VALUES(1,1,1,'Zoé B.','tCZlS5nD79JrmOa-_znosg',1,NULL,'here',NULL);
INSERT INTO "players" VALUES(2,1,2,'Tycho','PuzhLmkqgudzmRzR6bBicQ',1,NULL,'here',NULL);
INSERT INTO "players" VALUES(3,1,3,'Łucja','QsukGGJmCt9iUhmh-1FprA',1,NULL,'here',NULL);
INSERT INTO "players" VALUES(4,1,4,'Håkon','ARjE40BsYfTouvj6_KkeqQ',1,NULL,'here',NULL);
INSERT INTO "players" VALUES(5,1,5,'Nicolás','3Dxu8B-gmaZj2E1MCHvLwA',1,NULL,'here',NULL);
INSERT INTO "players" VALUES(6,1,6,'Ada','fZvf3li_qOMrvc2S6UzjtA',1,NULL,'here',NULL);
INSERT INTO "players" VALUES(7,1,7,'Nina','64Ogh38v1hxU9p0oGS5jdA',1,NULL,'here',NULL);
INSERT INTO "players" VALUES(8,1,8,'Youri','J4bujp5-lYB0BT574JuoDQ',1,NULL,'here',NULL);
INSERT INTO "players" VALUES(9,1,9,'<b>Bo</b>','a3-VbiYjgi9H-vRltAW3Iw',1,NULL,'here',NULL);
CREATE TABLE refusals (
	table_id INTEGER NOT NULL, 
	code VARCHAR(40) NOT NULL, 
	count INTEGER DEFAULT '0' NOT NULL, 
	last_at BIGINT NOT NULL, 
	last TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_refusals PRIMARY KEY (table_id, code)
);
CREATE TABLE results (
	id INTEGER NOT NULL, 
	seating_id INTEGER NOT NULL, 
	game_id INTEGER, 
	lines INTEGER DEFAULT '0' NOT NULL, 
	source VARCHAR(20) NOT NULL, 
	totals TEXT DEFAULT '[]' NOT NULL, 
	ranks TEXT DEFAULT '[]' NOT NULL, 
	state VARCHAR(20) NOT NULL, 
	"by" VARCHAR(80) NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_results PRIMARY KEY (id), 
	CONSTRAINT fk_results_game_id FOREIGN KEY(game_id) REFERENCES games (id), 
	CONSTRAINT fk_results_seating_id FOREIGN KEY(seating_id) REFERENCES seatings (id)
);
INSERT INTO "results" VALUES(1,1,NULL,0,'table','[731,732,733]','[3,2,1]','confirmed','table:1',1790000007000);
INSERT INTO "results" VALUES(2,2,NULL,0,'table','[741,742,743]','[3,2,1]','confirmed','table:1',1790000009000);
INSERT INTO "results" VALUES(3,3,NULL,0,'table','[751,752,753]','[3,2,1]','confirmed','table:1',1790000011000);
INSERT INTO "results" VALUES(4,4,NULL,0,'table','[731,732,733]','[3,2,1]','proposed','table:1',1790000018000);
CREATE TABLE rounds (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	number INTEGER DEFAULT '0' NOT NULL, 
	state VARCHAR(20) NOT NULL, 
	minutes INTEGER DEFAULT '0' NOT NULL, 
	started_at BIGINT, 
	paused_at BIGINT, 
	paused_ms BIGINT DEFAULT '0' NOT NULL, 
	ended_at BIGINT, 
	CONSTRAINT pk_rounds PRIMARY KEY (id), 
	CONSTRAINT fk_rounds_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT uq_rounds_number UNIQUE (event_id, number)
);
INSERT INTO "rounds" VALUES(1,1,1,'ended',45,1790000005000,NULL,0,1790000014000);
INSERT INTO "rounds" VALUES(2,1,2,'running',45,1790000016000,NULL,0,NULL);
CREATE TABLE seatings (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	round_id INTEGER, 
	place_id INTEGER, 
	state VARCHAR(20) NOT NULL, 
	bye BOOLEAN NOT NULL, 
	made_at BIGINT NOT NULL, 
	CONSTRAINT pk_seatings PRIMARY KEY (id), 
	CONSTRAINT fk_seatings_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT fk_seatings_place_id FOREIGN KEY(place_id) REFERENCES places (id), 
	CONSTRAINT fk_seatings_round_id FOREIGN KEY(round_id) REFERENCES rounds (id)
);
INSERT INTO "seatings" VALUES(1,1,1,1,'confirmed',0,1790000004000);
INSERT INTO "seatings" VALUES(2,1,1,2,'confirmed',0,1790000004000);
INSERT INTO "seatings" VALUES(3,1,1,3,'confirmed',0,1790000004000);
INSERT INTO "seatings" VALUES(4,1,2,1,'proposed',0,1790000015000);
INSERT INTO "seatings" VALUES(5,1,2,2,'open',0,1790000015000);
INSERT INTO "seatings" VALUES(6,1,2,3,'open',0,1790000015000);
CREATE TABLE seats (
	seating_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	first BOOLEAN NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (seating_id, seat), 
	CONSTRAINT fk_seats_player_id FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT fk_seats_seating_id FOREIGN KEY(seating_id) REFERENCES seatings (id)
);
INSERT INTO "seats" VALUES(1,0,1,1);
INSERT INTO "seats" VALUES(1,1,5,0);
INSERT INTO "seats" VALUES(1,2,7,0);
INSERT INTO "seats" VALUES(2,0,3,1);
INSERT INTO "seats" VALUES(2,1,9,0);
INSERT INTO "seats" VALUES(2,2,8,0);
INSERT INTO "seats" VALUES(3,0,6,1);
INSERT INTO "seats" VALUES(3,1,4,0);
INSERT INTO "seats" VALUES(3,2,2,0);
INSERT INTO "seats" VALUES(4,0,8,1);
INSERT INTO "seats" VALUES(4,1,2,0);
INSERT INTO "seats" VALUES(4,2,7,0);
INSERT INTO "seats" VALUES(5,0,9,1);
INSERT INTO "seats" VALUES(5,1,4,0);
INSERT INTO "seats" VALUES(5,2,5,0);
INSERT INTO "seats" VALUES(6,0,3,1);
INSERT INTO "seats" VALUES(6,1,6,0);
INSERT INTO "seats" VALUES(6,2,1,0);
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	host_id INTEGER NOT NULL, 
	csrf VARCHAR(64) NOT NULL, 
	created_at BIGINT NOT NULL, 
	expires_at BIGINT NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sessions_host_id FOREIGN KEY(host_id) REFERENCES hosts (id)
);
CREATE TABLE tables (
	id INTEGER NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	token_hash VARCHAR(64) NOT NULL, 
	paired_at BIGINT NOT NULL, 
	held INTEGER DEFAULT '0' NOT NULL, 
	seen_at BIGINT, 
	clock_ms BIGINT DEFAULT '0' NOT NULL, 
	status TEXT DEFAULT '{}' NOT NULL, 
	retired_at BIGINT, 
	CONSTRAINT pk_tables PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES(1,'Window','3251e61539c4962e5888058ba71416efa1e9c12cdcd35589ef46fcad05e9d581',1790000021000,0,1790000023000,-1000,'{"screen":"question","light":"low","asks":{"question":"Is there a line?","one":"yes, 27","other":"no, 24"}}',NULL);
CREATE TABLE votes (
	result_id INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	agrees BOOLEAN NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_votes PRIMARY KEY (result_id, player_id), 
	CONSTRAINT fk_votes_player_id FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT fk_votes_result_id FOREIGN KEY(result_id) REFERENCES results (id)
);
CREATE INDEX ix_failures_at ON failures (at);
CREATE INDEX ix_audit_event_id ON audit (event_id);
CREATE INDEX ix_seatings_event_id ON seatings (event_id);
CREATE INDEX ix_cases_closed_at ON cases (closed_at);
CREATE INDEX ix_results_seating_id ON results (seating_id);
CREATE INDEX ix_seats_player_id ON seats (player_id);
CREATE INDEX ix_games_seating_id ON games (seating_id);
CREATE UNIQUE INDEX ix_cases_ask ON cases (table_id, ask);
COMMIT;
