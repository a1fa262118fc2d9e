import { type templateNameApi, templateNameEvents } from '@portal/contracts/template-name'
import { rowOrNotFound } from '@portal/service-kit/coded-error'
import { uuidV7 } from '@portal/service-kit/uuid-v7'
import type { Verb } from '../ports.ts'
import { templateEntities } from '../schema.ts'
import { presentTemplateEntity } from './present-template-entity.ts'

export const createTemplateEntity: Verb<typeof templateNameApi.createTemplateEntity> = (ctx, { body }) =>
  ctx.tx(async (db, emit) => {
    const [row] = await db
      .insert(templateEntities)
      .values({ organizationId: ctx.organizationId, id: uuidV7(), title: body.title })
      .returning()
    const created = presentTemplateEntity(rowOrNotFound(row))
    await emit(templateNameEvents.templateEntityCreated, {
      subject: created.id,
      data: { userId: ctx.personId },
    })
    return ctx.respond(db, created)
  })
