import type { teamApi } from '@portal/contracts/team'
import { own } from '@portal/service-kit/database/own'
import { count } from 'drizzle-orm'
import type { Verb } from '../ports.ts'
import { memberships } from '../schema.ts'
import { organizationOfCode } from './join.ts'

export const organizationByCode: Verb<typeof teamApi.organizationByCode> = (ctx, { params }) =>
  ctx.platformTx(async (db) => {
    const organization = await organizationOfCode(db, params.code)
    const [members] = await db
      .select({ count: count() })
      .from(memberships)
      .where(own(memberships, { organizationId: organization.id }))
    return { name: organization.name, memberCount: members?.count ?? 0 }
  })
