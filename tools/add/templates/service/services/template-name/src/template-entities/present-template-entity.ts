import type { TemplateEntity } from '@portal/contracts/template-name'
import type { templateEntities } from '../schema.ts'

/** A row as the wire shows it. */
export function presentTemplateEntity(row: typeof templateEntities.$inferSelect): TemplateEntity {
  return { id: row.id, title: row.title, createdAt: row.createdAt.toISOString() }
}
