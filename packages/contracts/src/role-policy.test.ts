import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Role, roles } from './permissions.ts'
import {
  countRoles,
  type MemberFacts,
  mayChangeRole,
  mayGrant,
  mayRemove,
  type PolicyResult,
} from './role-policy.ts'

const isAllowed = (result: PolicyResult) => result.isAllowed
const many = { admins: 2, facilitators: 1 }
const member = (role: Role, id: string = role): MemberFacts => ({ id, role })

describe('who may give which role (decisions 4 and 5)', () => {
  it.each<[Role | 'operator', number, readonly Role[]]>([
    ['facilitator', 1, ['facilitator', 'admin', 'manager', 'team_member']],
    ['admin', 1, ['admin', 'manager', 'team_member']],
    ['admin', 0, ['facilitator', 'admin', 'manager', 'team_member']],
    ['manager', 0, ['team_member']],
    ['team_member', 0, []],
    ['operator', 0, ['admin', 'team_member']],
  ])('%s, where there are %i facilitators, gives %j', (by, facilitators, given) => {
    expect(roles.filter((role) => isAllowed(mayGrant({ by, role, facilitators })))).toEqual(given)
  })

  it('tells who may not give anything whom to ask', () => {
    expect(mayGrant({ by: 'team_member', role: 'team_member', facilitators: 0 })).toEqual({
      isAllowed: false,
      code: 'forbidden',
      message: 'You do not have permission to invite people.',
      suggestedAction: 'Ask an administrator of your organization.',
    })
  })
})

describe('who may change or remove whom (product §6, decision 7)', () => {
  it.each(roles)('nobody does it to their own row, whatever their role: %s', (role) => {
    const self = member(role)
    const asked = { actor: self, target: self, counts: many }
    expect(roles.some((to) => isAllowed(mayChangeRole({ ...asked, role: to })))).toBe(false)
    expect(isAllowed(mayRemove(asked))).toBe(false)
  })

  it.each<Role>(['manager', 'team_member'])('a %s does it to nobody', (role) => {
    for (const target of roles) {
      const asked = { actor: member(role, 'actor'), target: member(target, 'target'), counts: many }
      expect(roles.some((to) => isAllowed(mayChangeRole({ ...asked, role: to })))).toBe(false)
      expect(isAllowed(mayRemove(asked))).toBe(false)
    }
  })

  it('only a facilitator changes or removes a facilitator', () => {
    const target = member('facilitator', 'target')
    for (const [role, may] of [
      ['admin', false],
      ['facilitator', true],
    ] as const) {
      const asked = { actor: member(role), target, counts: many }
      expect(isAllowed(mayChangeRole({ ...asked, role: 'manager' }))).toBe(may)
      expect(isAllowed(mayRemove(asked))).toBe(may)
    }
  })

  it('the last admin stays, and is told so as a state of things, not as a missing right', () => {
    const asked = { actor: member('facilitator'), target: member('admin') }
    const last = { ...asked, counts: { admins: 1, facilitators: 1 } }
    expect(mayRemove(last)).toMatchObject({ isAllowed: false, code: 'illegal_transition' })
    expect(mayChangeRole({ ...last, role: 'facilitator' })).toMatchObject({ code: 'illegal_transition' })
    expect(isAllowed(mayRemove({ ...asked, counts: many }))).toBe(true)
  })

  it('a protected account is never removed or lowered, by whomever, and may be raised', () => {
    const target: MemberFacts = { ...member('manager', 'built-in'), isProtected: true }
    for (const role of ['admin', 'facilitator'] as const) {
      const asked = { actor: member(role), target, counts: many }
      expect(isAllowed(mayRemove(asked))).toBe(false)
      expect(isAllowed(mayChangeRole({ ...asked, role: 'team_member' }))).toBe(false)
      expect(isAllowed(mayChangeRole({ ...asked, role: 'admin' }))).toBe(true)
    }
  })
})

interface Act {
  readonly kind: 'join' | 'remove' | Role
  readonly actor: number
  readonly target: number
}

const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('join' as const, 'remove' as const, ...roles),
  actor: fc.nat(3),
  target: fc.nat(3),
})

/** An organization that lives by the rules alone; true when the act was allowed. */
function apply(members: Map<number, Role>, { kind, actor, target }: Act): boolean {
  if (kind === 'join') {
    if (!members.has(target)) members.set(target, 'team_member')
    return true
  }
  const [actorRole, targetRole] = [members.get(actor), members.get(target)]
  if (actorRole === undefined || targetRole === undefined) return false
  const asked = {
    actor: member(actorRole, String(actor)),
    target: member(targetRole, String(target)),
    counts: countRoles([...members.values()]),
  }
  const result = kind === 'remove' ? mayRemove(asked) : mayChangeRole({ ...asked, role: kind })
  if (!result.isAllowed) return false
  if (kind === 'remove') members.delete(target)
  else members.set(target, kind)
  return true
}

describe('any history of joins, role changes and removals', () => {
  it('leaves an admin, makes facilitators only by the rule, and changes nobody by their own hand', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
        const members = new Map<number, Role>([[0, 'admin']])
        for (const one of acts) {
          const before = new Map(members)
          const wasAllowed = apply(members, one)
          const { admins } = countRoles([...members.values()])
          expect(admins).toBeGreaterThan(0)
          if (!wasAllowed || one.kind === 'join') continue
          const [by, was] = [before.get(one.actor), before.get(one.target)]
          expect(one.actor).not.toBe(one.target)
          if (was === 'facilitator') expect(by).toBe('facilitator')
          if (one.kind === 'facilitator' && by !== 'facilitator') {
            expect(by).toBe('admin')
            expect(countRoles([...before.values()]).facilitators).toBe(0)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })
})
