import type { Screen } from '../screen.ts'
import { accountScreens } from './account.ts'
import { adminScreens } from './admin.ts'
import { adminModelsScreens } from './admin-models.ts'
import { adminNoticesScreens } from './admin-notices.ts'
import { adminPeopleScreens } from './admin-people.ts'
import { adminUsageScreens } from './admin-usage.ts'
import { bibleScreens } from './bible.ts'
import { boardScreens } from './board.ts'
import { dashboardScreens } from './dashboard.ts'
import { editorScreens } from './editor.ts'
import { notesScreens } from './notes.ts'
import { pageScreens } from './page.ts'

export const screens: readonly Screen[] = [
  ...accountScreens,
  ...dashboardScreens,
  ...editorScreens,
  ...pageScreens,
  ...boardScreens,
  ...bibleScreens,
  ...notesScreens,
  ...adminScreens,
  ...adminModelsScreens,
  ...adminUsageScreens,
  ...adminPeopleScreens,
  ...adminNoticesScreens,
]
