CREATE TABLE "notes" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "notes_pk" PRIMARY KEY("organization_id","id")
);
