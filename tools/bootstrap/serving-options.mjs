/**
 * Node's options for what answers requests. Nobody is answered while young objects are collected:
 * with 16 MB of them, Node's default, for a twentieth of a second on a machine whose processors
 * are busy, with 4 MB for a seventh of that, ten times as often, and for as much processor time.
 */
export const servingOptions = ['--max-semi-space-size=4']
