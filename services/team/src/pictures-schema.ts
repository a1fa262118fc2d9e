import { organizationId } from '@portal/service-kit/database/columns'
import { customType, pgTable, text } from 'drizzle-orm/pg-core'
import { organizations, people } from './schema.ts'

const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** As they are sent: small, so that rows are a place for them that is erased with the person. */
const picture = () => ({ content: bytes('content').notNull(), sha256: text('sha256').notNull() })

export const personPictures = pgTable('person_pictures', {
  personId: text('person_id')
    .primaryKey()
    .references(() => people.id, { onDelete: 'cascade' }),
  ...picture(),
})

export const organizationLogos = pgTable('organization_logos', {
  organizationId: organizationId()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  ...picture(),
})

/** A person may belong to no organization. */
export const pictureTables = ['person_pictures']
