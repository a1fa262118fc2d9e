import { isIPv6 } from 'node:net'
import { normalLoginName } from '../accounts/account-store.ts'
import { secretDigest } from '../accounts/secret-digest.ts'

/** Counter of a login name, known or not. Hashed, because people type passwords into the wrong field. */
export function accountKey(loginName: string): string {
  return `account:${secretDigest(normalLoginName(loginName))}`
}

/** Counter of an address. IPv6 counts by its first 64 bits: one household or host owns all the rest. */
export function addressKey(ip: string): string {
  if (!isIPv6(ip) || ip.startsWith('::ffff:')) return `address:${ip}`
  const [head = '', tail = ''] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length
  const all = ip.includes('::') ? [...groups, ...Array<string>(missing).fill('0')] : groups
  return `address:${all.slice(0, 4).join(':')}`
}
