import { readFileSync } from 'node:fs'

const intervalMs = 500

/**
 * Calls back once when the package manager that started us has exited: npm's shell may survive it.
 * Started directly, nothing is watched, so that a background portal outlives its shell.
 */
export function onStarterGone(gone) {
  if (!process.env.npm_lifecycle_event) return () => undefined
  const starter = ancestry()
  const timer = setInterval(() => {
    if (ancestry() === starter) return
    clearInterval(timer)
    gone()
  }, intervalMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** The parent's pid and, if that is a shell, its parent's. */
function ancestry() {
  const parent = process.ppid
  if (process.platform !== 'linux') return String(parent)
  try {
    // proc(5): the name in parentheses may contain anything; state and parent follow it.
    const stat = readFileSync(`/proc/${parent}/stat`, 'utf8')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const grandparent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
    return /^(ba|da|z|a)?sh$/.test(name) ? `${parent} ${grandparent}` : String(parent)
  } catch {
    return String(process.ppid)
  }
}
