import type { PermissionOf } from '@portal/contracts/permissions'
import type { Route } from '@portal/contracts/route'
import type { Verb as KitVerb } from '@portal/service-kit/verb'

/** What template-name needs from outside: nothing yet. */
export type TemplateNamePorts = Readonly<Record<never, never>>

export type Verb<R extends Route> = KitVerb<R, TemplateNamePorts, PermissionOf<'template-name'>>
