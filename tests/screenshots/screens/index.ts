import type { Screen } from '../screen.ts'
import { accountScreens } from './account.ts'
import { adminScreens } from './admin.ts'
import { dashboardScreens } from './dashboard.ts'
import { editorScreens } from './editor.ts'

export const screens: readonly Screen[] = [
  ...accountScreens,
  ...dashboardScreens,
  ...editorScreens,
  ...adminScreens,
]
