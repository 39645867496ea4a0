import { ThemeControl } from '../features/theme/theme-control.tsx'
import { TopBar } from '../ui/layout/top-bar.tsx'
import { Wordmark } from '../ui/layout/wordmark.tsx'
import { ButtonsSection } from './components/buttons-section.tsx'
import { DialogsSection } from './components/dialogs-section.tsx'
import { FieldsSection } from './components/fields-section.tsx'
import { MenusSection } from './components/menus-section.tsx'
import { PagePanelsSection } from './components/page-panels-section.tsx'
import { ScreenplaySection } from './components/screenplay-section.tsx'
import { StatesSection } from './components/states-section.tsx'
import { TableSection } from './components/table-section.tsx'
import { ToastsSection } from './components/toasts-section.tsx'

/** All UI components in all their states. Development only. */
export function ComponentsPage() {
  return (
    <>
      <TopBar>
        <Wordmark />
        <span className="flex-1" />
        <ThemeControl />
      </TopBar>
      <main className="mx-auto flex max-w-[1160px] flex-col gap-5 px-4 py-9 sm:px-6">
        <h1 className="mb-1 text-xl font-semibold tracking-[-0.015em]">Components</h1>
        <div className="grid items-start gap-5 lg:grid-cols-2 [&>*]:min-w-0">
          <ButtonsSection />
          <StatesSection />
          <FieldsSection />
          <div className="grid gap-5">
            <MenusSection />
            <DialogsSection />
            <ToastsSection />
          </div>
        </div>
        <TableSection />
        <PagePanelsSection />
        <ScreenplaySection />
      </main>
    </>
  )
}
