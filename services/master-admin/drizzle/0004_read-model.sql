CREATE TABLE "answers" (
	"organization_id" bigint NOT NULL,
	"message_id" uuid NOT NULL,
	"is_asked" boolean NOT NULL,
	"rating" integer,
	CONSTRAINT "answers_organization_id_message_id_pk" PRIMARY KEY("organization_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "departments" (
	"organization_id" bigint NOT NULL,
	"number" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "departments_organization_id_number_pk" PRIMARY KEY("organization_id","number")
);
--> statement-breakpoint
CREATE TABLE "documents" (
	"organization_id" bigint NOT NULL,
	"document_id" uuid NOT NULL,
	CONSTRAINT "documents_organization_id_document_id_pk" PRIMARY KEY("organization_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"organization_id" bigint NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	CONSTRAINT "members_organization_id_user_id_pk" PRIMARY KEY("organization_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "organizations" (
	"organization_id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"join_code" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" text PRIMARY KEY NOT NULL,
	"username" text,
	"email" text,
	"first_name" text,
	"last_name" text,
	"is_disabled" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
