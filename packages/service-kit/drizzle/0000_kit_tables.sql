CREATE TABLE "dead_letters" (
	"event_id" uuid NOT NULL,
	"consumer" text NOT NULL,
	"organization_id" bigint,
	"key" text NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "dead_letters_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event" json NOT NULL,
	"reason" text,
	"tries" integer NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dead_letters_event_id_consumer_pk" PRIMARY KEY("event_id","consumer")
);
--> statement-breakpoint
CREATE TABLE "inbox" (
	"event_id" uuid NOT NULL,
	"consumer" text NOT NULL,
	"organization_id" bigint,
	"handled_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_event_id_consumer_pk" PRIMARY KEY("event_id","consumer")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"organization_id" bigint,
	"event" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"payload" json NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lease_owner" uuid,
	"lease_until" timestamp with time zone,
	"again" boolean DEFAULT false NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "jobs_subject" UNIQUE("organization_id","kind","subject")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"organization_id" bigint,
	"person_id" text NOT NULL,
	"key" text NOT NULL,
	"route" text NOT NULL,
	"body_sha256" text NOT NULL,
	"state" text NOT NULL,
	"status" integer,
	"body" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_person_id_key_pk" PRIMARY KEY("person_id","key")
);
--> statement-breakpoint
CREATE INDEX "dead_letters_by_key" ON "dead_letters" USING btree ("organization_id","consumer","key","seq");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("organization_id","kind","run_at");