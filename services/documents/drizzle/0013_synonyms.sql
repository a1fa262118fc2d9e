CREATE TABLE "synonym_lists" (
	"organization_id" bigint PRIMARY KEY NOT NULL,
	"groups" jsonb NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
