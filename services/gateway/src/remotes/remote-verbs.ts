import type { gatewayApi } from '@portal/contracts/gateway'
import { CodedError } from '@portal/service-kit/coded-error'
import type { Context } from '@portal/service-kit/context'
import type { Verb } from '@portal/service-kit/verb'
import type { IdentityClient } from '../identity-client/identity-client.ts'
import { presentRemotes } from './present-remotes.ts'
import { makePreviewLink } from './previews.ts'
import { pinRemote as pin, promoteRemote as promote, rollBackRemote as rollBack } from './promotions.ts'
import { type Author, RefusedRemote } from './remote-store.ts'
import type { RemotesPort } from './remotes-port.ts'

/** What the verbs of this folder work with. */
export interface RemoteVerbPorts {
  readonly people: Pick<IdentityClient, 'read'>
  readonly remotes: RemotesPort
}

type RemoteVerb<Name extends keyof typeof gatewayApi> = Verb<(typeof gatewayApi)[Name], RemoteVerbPorts>

const readRemotes: RemoteVerb<'readRemotes'> = ({ ports }) => presentRemotes(ports.remotes.store)

const promoteRemote: RemoteVerb<'promoteRemote'> = async (ctx, { params: { name }, body }) => {
  const { why, ...promotion } = body
  await refusable(() => promote(ctx.ports.remotes.store, { name, ...promotion }, operator(ctx, why)))
}

const rollBackRemote: RemoteVerb<'rollBackRemote'> = async (ctx, { params: { name }, body }) => {
  const { why, version } = body
  await refusable(() => rollBack(ctx.ports.remotes.store, { name, version }, operator(ctx, why)))
}

const pinRemote: RemoteVerb<'pinRemote'> = async (ctx, { params, body: { version, why } }) => {
  const pinned = { name: params.name, organization: params.organizationId }
  await refusable(() => pin(ctx.ports.remotes.store, { ...pinned, version }, operator(ctx, why)))
}

const previewRemote: RemoteVerb<'previewRemote'> = (ctx, { params: { name }, body }) => {
  const { userId: personId, why, ...preview } = body
  return refusable(async () => {
    if (!(await ctx.ports.people.read(personId))) throw new RefusedRemote('Nobody here has this user ID.')
    return makePreviewLink(ctx.ports.remotes, { name, personId, ...preview }, operator(ctx, why))
  })
}

/**
 * Reports of a version that the person does not have, from a preview or an old page, are not
 * counted.
 */
const reportRemote: RemoteVerb<'reportRemote'> = async (ctx, { body }) => {
  const { registry, reports } = ctx.ports.remotes
  const person = await ctx.ports.people.read(ctx.personId)
  const organizationId = person?.identity.organization?.id ?? null
  const version = await registry.versionFor(body.name, organizationId)
  if (version !== body.version) return { version }
  await reports.add(body, { personId: ctx.personId, organizationId })
  if (body.outcome === 'failed') registry.drop()
  return { version: await registry.versionFor(body.name, organizationId) }
}

/** The verbs of the routes about remotes. */
export const remoteVerbs = {
  readRemotes,
  promoteRemote,
  rollBackRemote,
  pinRemote,
  previewRemote,
  reportRemote,
}

function operator({ personId }: Context<RemoteVerbPorts>, why: string): Author {
  return { by: 'operator', who: personId, why }
}

async function refusable<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof RefusedRemote) throw new CodedError('conflict', error.message)
    throw error
  }
}
