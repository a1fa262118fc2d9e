CREATE TABLE "mailed_addresses" (
	"day" date NOT NULL,
	"address_key" text NOT NULL,
	"mails" integer NOT NULL,
	CONSTRAINT "mailed_addresses_day_address_key_pk" PRIMARY KEY("day","address_key")
);
