ALTER TABLE "organizations" ALTER COLUMN "join_code" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "sessions_valid_from" timestamp with time zone;