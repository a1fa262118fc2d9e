ALTER TABLE "organizations" ADD COLUMN "disabled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "account_subject" text;--> statement-breakpoint
ALTER TABLE "people" ADD CONSTRAINT "people_account_subject_unique" UNIQUE("account_subject");