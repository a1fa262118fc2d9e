import type { CurrentUser } from '@portal/contracts/team'

type Answer = (body: unknown) => Response | Promise<Response>

/** A server that gives fixed answers by "METHOD /path", 404 else, and remembers what it was asked. */
export function fixedServer(answers: Readonly<Record<string, Answer>>) {
  const asked: { readonly call: string; readonly body: unknown }[] = []
  return {
    async answer(request: Request): Promise<Response> {
      const call = `${request.method} ${new URL(request.url).pathname}`
      const text = await request.text()
      const body: unknown = text === '' ? null : JSON.parse(text)
      asked.push({ call, body })
      return (await answers[call]?.(body)) ?? Response.json({ message: 'Not found' }, { status: 404 })
    },
    /** The bodies sent with this call, in order; null where there was none. */
    calls: (call: string): unknown[] => asked.filter((each) => each.call === call).map(({ body }) => body),
  }
}

/** The current user of the contract: someone without an organization unless told otherwise. */
export function currentUser(changes: Partial<CurrentUser> = {}): CurrentUser {
  return {
    id: 'person-1',
    email: 'ingrid@halden.test',
    firstName: 'Ingrid',
    lastName: 'Solberg',
    profileImageUrl: null,
    organizationId: null,
    role: null,
    organization: null,
    departments: [],
    isMasterAdmin: false,
    ...changes,
  }
}
