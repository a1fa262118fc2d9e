import type { templateNameApi } from '@portal/contracts/template-name'
import { own } from '@portal/service-kit/database/own'
import { desc } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { templateEntities } from '../schema.ts'
import { presentTemplateEntity } from './present-template-entity.ts'

/** Nothing is cut below this many rows. */
const rowsMax = 5000

export const listTemplateEntities: Verb<typeof templateNameApi.listTemplateEntities> = async (ctx) => {
  const rows = await ctx.tx((db) =>
    db
      .select()
      .from(templateEntities)
      .where(own(templateEntities, ctx))
      .orderBy(desc(templateEntities.id))
      .limit(rowsMax),
  )
  return rows.map(presentTemplateEntity)
}
