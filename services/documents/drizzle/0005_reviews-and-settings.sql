CREATE TABLE "review_reminders" (
	"organization_id" bigint NOT NULL,
	"document_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"days_before" integer NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_reminders_organization_id_document_id_due_on_days_before_pk" PRIMARY KEY("organization_id","document_id","due_on","days_before")
);
--> statement-breakpoint
CREATE TABLE "organization_settings" (
	"organization_id" bigint PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"review_cycle_months" integer,
	"approval_deadline_days" integer,
	"approval_reminder_days" integer[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "reminded_days" integer;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "escalate_to_id" text;--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "escalated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "review_cycle_months" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "next_review_on" date;--> statement-breakpoint
CREATE INDEX "approvals_due" ON "approvals" USING btree ("organization_id","due_at") WHERE status = 'pending' and due_at is not null;--> statement-breakpoint
CREATE INDEX "documents_next_review" ON "documents" USING btree ("organization_id","next_review_on") WHERE deleted_at is null and next_review_on is not null;