import type { RouteTable } from '@portal/contracts/route'

/** Ids for requests: of one organization's things and of one of its people. */
export interface Ids {
  readonly organizationId: string
  readonly userId: string
  /** One of its people who has a picture. */
  readonly picturedId: string
  /** Login name of a person created by an operator who has not logged in. */
  readonly newcomerId: string
  readonly code: string
  readonly departmentNumber: string
  readonly documentId: string
  readonly deletedDocumentId: string
  readonly versionId: string
  /** Versions of the document that are a draft, pending approval, and approved but not current. */
  readonly draftVersionId: string
  readonly pendingVersionId: string
  readonly approvedVersionId: string
  /** Awaits a decision of the person who acts. */
  readonly approvalId: string
  readonly approvalRuleId: string
  readonly evidencePackId: string
  /** A campaign that asks the person who acts, its version, and the hash of that version's file. */
  readonly campaignId: string
  readonly askedVersionId: string
  readonly askedContentHash: string
  /** A comment of the person who acts, on the pending version. */
  readonly commentId: string
  readonly resolvedCommentId: string
  readonly conversationId: string
  /** An answer that the person who acts got. */
  readonly messageId: string
  /** The stream of an answer to the person who acts. */
  readonly streamId: string
  /** One that cites a document. */
  readonly citedMessageId: string
  readonly verifiedAnswerId: string
  /** Of a document that the person who acts owns. */
  readonly gapId: string
  readonly goldenQuestionId: string
  readonly goldenRunId: string
  readonly invitationId: string
  readonly invitationToken: string
  /** A browser session of the person who acts. */
  readonly sessionId: string
}

/** A request to a route with these ids. `hasIds`: false if none of them can be foreign. */
export interface Sample {
  readonly hasIds: boolean
  /** Principals that hold the permission but are refused by the verb. */
  readonly isRefusedByRule?: (principal: string) => boolean
  /** Principals to whom even what the ids name there is as unknown as what does not exist. */
  readonly isUnknownTo?: (principal: string) => boolean
  readonly request: (ids: Ids) => {
    readonly params?: Record<string, string>
    readonly query?: Record<string, string>
    readonly body?: unknown
    readonly form?: Record<string, string>
    /** Sent with the form; a text by default. */
    readonly file?: Uint8Array<ArrayBuffer>
  }
}

/** A PNG of one pixel. */
export const pngOfOnePixel = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)

/** A request without ids, with this body. */
export const plain = (body?: unknown): Sample => ({
  hasIds: false,
  request: () => (body === undefined ? {} : { body }),
})
/** A request whose path names something. */
export const byParams = (params: (ids: Ids) => Record<string, string>, body?: unknown): Sample => ({
  hasIds: true,
  request: (ids) => ({ params: params(ids), ...(body === undefined ? {} : { body }) }),
})

/** A request whose body names something. */
export const byBody = (body: (ids: Ids) => unknown): Sample => ({
  hasIds: true,
  request: (ids) => ({ body: body(ids) }),
})

/** Request body of an operator who adds a person. */
export const newPersonOf = ({ organizationId }: Pick<Ids, 'organizationId'>) => {
  const id = `commanded-${crypto.randomUUID()}`
  return { id, email: `${id}@example.org`, organizationId: Number(organizationId), role: 'admin' as const }
}
/** A request whose query contains no ids. */
export const byQuery = (query: (ids: Ids) => Record<string, string>): Sample => ({
  hasIds: false,
  request: (ids) => ({ query: query(ids) }),
})

/** A sample request for each route of a service, for the generated suites. */
export type RouteSamples<Api extends RouteTable> = { readonly [Name in keyof Api]: Sample }

/** The roles that hold each permission of a service, as product §6 and the decisions name them. */
export type SpecifiedHolders<Permission extends string> = Readonly<Record<Permission, string>>
