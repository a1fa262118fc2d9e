CREATE TABLE "address_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "address_links" ADD CONSTRAINT "address_links_subject_accounts_subject_fk" FOREIGN KEY ("subject") REFERENCES "public"."accounts"("subject") ON DELETE cascade ON UPDATE no action;