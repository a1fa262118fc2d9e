import type { Migrations } from '@portal/service-kit/database/migrate'

/** The smallest service database: service-kit's tables and one tenant table `notes (organization_id, id uuid, text)`. */
export const notesMigrations: Migrations = {
  folder: new URL('../drizzle/', import.meta.url),
  platformTables: [],
}
