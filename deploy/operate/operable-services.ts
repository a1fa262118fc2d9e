import { chat } from '@portal/chat-service/service'
import type { ProxiedService } from '@portal/contracts/route'
import { documents } from '@portal/documents-service/service'
import { masterAdmin } from '@portal/master-admin-service/service'
import type { Consumer } from '@portal/service-kit/events/consumers'
import type { Republish } from '@portal/service-kit/events/republish'
import { team } from '@portal/team-service/service'

/** What operators' commands need of a service. */
export interface OperableService {
  readonly name: ProxiedService
  readonly consumers: readonly Consumer[]
  readonly republish?: readonly Republish[]
}

/** The services that consume events or own what others keep projections of. */
const services: Readonly<Record<ProxiedService, Omit<OperableService, 'name'>>> = {
  team,
  documents,
  chat,
  'master-admin': masterAdmin,
}

/** The service of this name. Throws one sentence that lists them all. */
export function operableService(name: string | undefined): OperableService {
  if (name === undefined || !isOperable(name)) {
    throw new Error(`There is no service "${name ?? ''}"; there are: ${Object.keys(services).join(', ')}.`)
  }
  return { ...services[name], name }
}

function isOperable(name: string): name is ProxiedService {
  return Object.hasOwn(services, name)
}
