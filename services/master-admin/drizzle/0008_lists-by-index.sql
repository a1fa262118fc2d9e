CREATE INDEX "members_by_user" ON "members" USING btree ("user_id","organization_id");--> statement-breakpoint
CREATE INDEX "people_by_age" ON "people" USING btree ("created_at","id") WHERE not is_disabled;--> statement-breakpoint
CREATE INDEX "people_by_name" ON "people" USING btree (lower("username"));