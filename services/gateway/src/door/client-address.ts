import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

/** Reads the address of a client behind a known number of trusted proxies; with none, a forwarded header is never believed. */
export function clientAddress(trustedProxies: number): (incoming: IncomingMessage) => string {
  return (incoming) => {
    const direct = incoming.socket.remoteAddress ?? 'unknown'
    if (trustedProxies === 0) return direct
    const forwarded = String(incoming.headers['x-forwarded-for'] ?? '')
    const hops = forwarded.split(',').map((hop) => hop.trim())
    return hops.at(-trustedProxies) || direct
  }
}

/** The part of an address that one customer holds: IPv6 by its /64, because a customer has all of it. */
export function addressKey(address: string): string {
  if (!address.includes(':') || address.includes('.') || !isIPv6(address)) return address
  const [head = ''] = address.split('%')
  const groups = head.split('::')[0]?.split(':') ?? []
  return groups.slice(0, 4).join(':')
}
