CREATE TABLE "assistant_settings" (
	"organization_id" bigint NOT NULL,
	"is_model_used" boolean NOT NULL,
	"tokens_per_person" bigint,
	"tokens_per_organization" bigint,
	CONSTRAINT "assistant_settings_organization_id_pk" PRIMARY KEY("organization_id")
);
--> statement-breakpoint
CREATE TABLE "answer_stream_events" (
	"organization_id" bigint NOT NULL,
	"stream_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"event" text NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "answer_stream_events_organization_id_stream_id_number_pk" PRIMARY KEY("organization_id","stream_id","number")
);
--> statement-breakpoint
CREATE TABLE "answer_streams" (
	"organization_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"person_id" text NOT NULL,
	"key" text,
	"question" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"lease_until" timestamp with time zone NOT NULL,
	"stop_requested_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answer_streams_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "answer_streams_key" UNIQUE("organization_id","person_id","key")
);
--> statement-breakpoint
ALTER TABLE "answer_stream_events" ADD CONSTRAINT "answer_stream_events_stream" FOREIGN KEY ("organization_id","stream_id") REFERENCES "public"."answer_streams"("organization_id","id") ON DELETE cascade ON UPDATE no action;