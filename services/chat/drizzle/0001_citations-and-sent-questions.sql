CREATE TABLE "citing_answers" (
	"organization_id" bigint NOT NULL,
	"document_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "citing_answers_organization_id_document_id_message_id_pk" PRIMARY KEY("organization_id","document_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "sent_questions" (
	"organization_id" bigint NOT NULL,
	"message_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"owner_id" text,
	"asker_id" text NOT NULL,
	"question" text NOT NULL,
	"outcome" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sent_questions_organization_id_message_id_pk" PRIMARY KEY("organization_id","message_id")
);
--> statement-breakpoint
ALTER TABLE "citing_answers" ADD CONSTRAINT "citing_answers_message" FOREIGN KEY ("organization_id","message_id") REFERENCES "public"."messages"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sent_questions" ADD CONSTRAINT "sent_questions_message" FOREIGN KEY ("organization_id","message_id") REFERENCES "public"."messages"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sent_questions_of_document" ON "sent_questions" USING btree ("organization_id","document_id","sent_at");--> statement-breakpoint
ALTER TABLE "messages" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "citing_answers" ("organization_id", "document_id", "message_id")
SELECT DISTINCT "organization_id", (citation->>'documentId')::uuid, "id"
FROM "messages", jsonb_array_elements("citations") citation;--> statement-breakpoint
ALTER TABLE "messages" FORCE ROW LEVEL SECURITY;
