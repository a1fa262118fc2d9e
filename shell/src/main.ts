import './boot/zod-without-eval.ts'
import './styles.css'
import { applyTheme, storedTheme } from '@portal/ui/theme'
import { takeAuthToken } from './boot/auth-token.ts'
import { suppressGlobalErrors } from './boot/global-errors.ts'
import { startPortal } from './start-portal.tsx'

suppressGlobalErrors(window)
applyTheme(storedTheme())
takeAuthToken()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
startPortal(root)
