ALTER TABLE "departments" ALTER COLUMN "color" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "departments" ADD COLUMN "is_deleted" boolean DEFAULT false NOT NULL;