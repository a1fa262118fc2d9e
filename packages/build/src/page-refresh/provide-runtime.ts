import * as runtime from 'react-refresh/runtime'

// Development only, before the shell's code: one refresh runtime for all remotes (runtime.ts).
Object.assign(globalThis, { [Symbol.for('portal.refresh-runtime')]: runtime })
