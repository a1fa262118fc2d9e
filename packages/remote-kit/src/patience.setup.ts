import { configure } from '@testing-library/react'

// Runs before every web test file: one second for `findBy…` and `waitFor` is too short on a busy
// machine.
configure({ asyncUtilTimeout: 15_000 })
