import { templateNameApi } from '@portal/contracts/template-name'
import { defineService } from '@portal/service-kit/define-service'
import type { TemplateNamePorts } from './ports.ts'
import { createTemplateEntity } from './template-entities/create-template-entity.ts'
import { listTemplateEntities } from './template-entities/list-template-entities.ts'

export const service = defineService<typeof templateNameApi, TemplateNamePorts, 'template-name'>({
  name: 'template-name',
  api: templateNameApi,
  verbs: { listTemplateEntities, createTemplateEntity },
  consumers: [],
  jobs: [],
  migrations: { folder: new URL('../drizzle/', import.meta.url), platformTables: [] },
})
