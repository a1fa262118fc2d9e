/** Where util-linux puts the program; it is part of every distribution's base. */
const setpriv = 'setpriv'

/**
 * The command with a leash: the kernel ends it when the process that started it dies, by whatever signal (prctl(2), PR_SET_PDEATHSIG).
 * setpriv replaces itself by the program, so the process number is the program's own.
 */
export function leashed(
  program: string,
  args: readonly string[],
  account: { readonly uid?: number; readonly gid?: number } = {},
): { readonly program: string; readonly args: readonly string[] } {
  if (process.platform !== 'linux') return { program, args }
  // The kernel forgets the leash when the user changes; setpriv changes the user first.
  const user =
    account.uid === undefined
      ? []
      : [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--no-new-privs']
  return { program: setpriv, args: [...user, '--pdeathsig=KILL', '--', program, ...args] }
}
