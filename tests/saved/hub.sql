BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
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
INSERT INTO "audit" VALUES(1,1,1800000000000,'h','create_event','{"name":"Freitag ☄"}','[]',NULL,NULL);
INSERT INTO "audit" VALUES(2,1,1800000000000,'h','add_players','{"names":["Ada","Bo","Cy","Di"]}','[["players",{"id":1},null,{"id":1,"event_id":1,"number":1,"name":"Ada","key":"JTF_cOJgN7y8MAkPiNNS9g","since":1,"until":null}],["players",{"id":2},null,{"id":2,"event_id":1,"number":2,"name":"Bo","key":"XcZQuu3PORb9hVUpeMIGEg","since":1,"until":null}],["players",{"id":3},null,{"id":3,"event_id":1,"number":3,"name":"Cy","key":"KwgQxKzcbEg5ehBk8yblog","since":1,"until":null}],["players",{"id":4},null,{"id":4,"event_id":1,"number":4,"name":"Di","key":"zJ65FDihxhw_5mGn2o9Aqg","since":1,"until":null}]]',NULL,NULL);
INSERT INTO "audit" VALUES(3,1,1800000000000,'h','plan_round','{"round":1}','[["rounds",{"id":1},null,{"id":1,"event_id":1,"number":1,"state":"planned","minutes":60,"started_at":null,"paused_at":null,"paused_ms":0,"ended_at":null}],["seatings",{"id":1},null,{"id":1,"event_id":1,"round_id":1,"place_id":1,"state":"open","bye":false,"made_at":1800000000000}],["seats",{"seating_id":1,"seat":0},null,{"seating_id":1,"seat":0,"player_id":3,"first":true}],["seats",{"seating_id":1,"seat":1},null,{"seating_id":1,"seat":1,"player_id":2,"first":false}],["seatings",{"id":2},null,{"id":2,"event_id":1,"round_id":1,"place_id":2,"state":"open","bye":false,"made_at":1800000000000}],["seats",{"seating_id":2,"seat":0},null,{"seating_id":2,"seat":0,"player_id":1,"first":true}],["seats",{"seating_id":2,"seat":1},null,{"seating_id":2,"seat":1,"player_id":4,"first":false}]]',NULL,NULL);
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
INSERT INTO "cases" VALUES(1,1,NULL,NULL,NULL,'table_asks','{}',X'FFD8FF00',1,NULL,'',NULL,'');
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
	created_at BIGINT NOT NULL, joining BOOLEAN DEFAULT 0 NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (id), 
	CONSTRAINT uq_events_key UNIQUE ("key")
);
INSERT INTO "events" VALUES(1,'Freitag ☄','stellar','house','{}','swiss',2,2,3,60,'one',12,'progress','open',0,'IRKRHrFppUqaVSR6xda1Dw',2,1800000000000,0);
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
INSERT INTO "hosts" VALUES(1,'Vera','$argon2id$v=19$m=65536,t=3,p=4$R0wi66/UVcd/QSBHH0jibA$FtVlzWk0kYgS4HTNhbvRKis1uq7aN3lHKYsidFDXkBM',1800000000000);
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
INSERT INTO "pairings" VALUES('a93d0dbd2b25c84ef1190141432bdb393c5f60614fe3ce7e553a297cd514aa8c',1800000900000,NULL,1);
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
INSERT INTO "places" VALUES(2,1,2,NULL,'ready');
INSERT INTO "places" VALUES(3,1,3,NULL,'ready');
CREATE TABLE players (
	id INTEGER NOT NULL, 
	event_id INTEGER NOT NULL, 
	number INTEGER DEFAULT '0' NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	since INTEGER DEFAULT '1' NOT NULL, 
	until INTEGER, 
	CONSTRAINT pk_players PRIMARY KEY (id), 
	CONSTRAINT fk_players_event_id FOREIGN KEY(event_id) REFERENCES events (id), 
	CONSTRAINT uq_players_name UNIQUE (event_id, name), 
	CONSTRAINT uq_players_number UNIQUE (event_id, number), 
	CONSTRAINT uq_players_key UNIQUE ("key")
);
INSERT INTO "players" VALUES(1,1,1,'Ada','JTF_cOJgN7y8MAkPiNNS9g',1,NULL);
INSERT INTO "players" VALUES(2,1,2,'Bo','XcZQuu3PORb9hVUpeMIGEg',1,NULL);
INSERT INTO "players" VALUES(3,1,3,'Cy','KwgQxKzcbEg5ehBk8yblog',1,NULL);
INSERT INTO "players" VALUES(4,1,4,'Di','zJ65FDihxhw_5mGn2o9Aqg',1,NULL);
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
INSERT INTO "rounds" VALUES(1,1,1,'planned',60,NULL,NULL,0,NULL);
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
INSERT INTO "seatings" VALUES(1,1,1,1,'open',0,1800000000000);
INSERT INTO "seatings" VALUES(2,1,1,2,'open',0,1800000000000);
CREATE TABLE seats (
	seating_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	player_id INTEGER NOT NULL, 
	first BOOLEAN NOT NULL, 
	CONSTRAINT pk_seats PRIMARY KEY (seating_id, seat), 
	CONSTRAINT fk_seats_player_id FOREIGN KEY(player_id) REFERENCES players (id), 
	CONSTRAINT fk_seats_seating_id FOREIGN KEY(seating_id) REFERENCES seatings (id)
);
INSERT INTO "seats" VALUES(1,0,3,1);
INSERT INTO "seats" VALUES(1,1,2,0);
INSERT INTO "seats" VALUES(2,0,1,1);
INSERT INTO "seats" VALUES(2,1,4,0);
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
INSERT INTO "tables" VALUES(1,'Nova','1bab4890e4fca18efbc3340ee799672804d8c6e3c2f582f96d74cc19051024ce',1800000000000,0,1800000000000,0,'{}',NULL);
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
