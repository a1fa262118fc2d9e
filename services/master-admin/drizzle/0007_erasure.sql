CREATE TABLE "erasure_steps" (
	"user_id" text NOT NULL,
	"service" text NOT NULL,
	"stores" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"log_until" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "erasure_steps_user_id_service_pk" PRIMARY KEY("user_id","service")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"user_id" text PRIMARY KEY NOT NULL,
	"organization_ids" bigint[] NOT NULL,
	"requested_by" text NOT NULL,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "erasure_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "erasure_steps" ADD CONSTRAINT "erasure_steps_user_id_erasures_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."erasures"("user_id") ON DELETE no action ON UPDATE no action;