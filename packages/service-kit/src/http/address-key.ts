import { isIPv6 } from 'node:net'

/** The part of an IP address that one household or host holds: all of IPv4, the /64 of IPv6. */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip
  const [address = ''] = ip.split('%')
  if (!isIPv6(address) || address.includes('.')) return ip
  const [head, tail] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const given = [...(head ?? []), ...(tail ?? [])]
  const zeros = Array<string>(8 - given.length).fill('0')
  return [...(head ?? []), ...zeros, ...(tail ?? [])].slice(0, 4).join(':')
}
