CREATE TABLE "conversation_retention" (
	"organization_id" bigint PRIMARY KEY NOT NULL,
	"days" integer NOT NULL
);
