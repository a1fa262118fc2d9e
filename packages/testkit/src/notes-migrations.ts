import type { Migrations } from '@portal/service-kit/database/migrate'

/** The smallest service database: service-kit's tables and the tenant table `notes`. */
export const notesMigrations: Migrations = {
  folder: new URL('../drizzle/', import.meta.url),
  platformTables: [],
}
