import { useState } from 'react'
import { CommandPalette, type PaletteCommand } from '../../features/page/panels/command-palette.tsx'
import type { Goal } from '../../features/page/panels/daily-goal.ts'
import { GoalButton, PageStatus } from '../../features/page/panels/page-status.tsx'
import type { SceneItem } from '../../features/page/panels/scene-items.ts'
import { SceneList } from '../../features/page/panels/scene-list.tsx'
import type { ChosenScenes } from '../../features/page/scope/page-scope.ts'
import { TitlePageForm } from '../../features/page/panels/title-page-form.tsx'
import { messages } from '../../messages.ts'
import { pageMessages } from '../../messages/page.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { BottomSheet } from '../../ui/overlay/bottom-sheet.tsx'

const opening: [heading: string, length: string, synopsis: string | null, characters: string[]][] =
  [
    ['Ext. Alfama - Night', '1 2/8', 'Rain. The city as a machine.', []],
    ['Int. Tram 28 - Night', '1 1/8', 'They meet. He is early.', ['INÊS', 'RUI']],
    ['Int. Depot - Later', '2 4/8', null, ['RUI', 'NIGHT WATCHMAN', 'INÊS']],
    ['Ext. River - Dawn', '6/8', null, []],
    ['Int. Kitchen - Day', '6/8', null, ['INÊS']],
  ]

/** More scenes than any real script has. */
const manyScenes: SceneItem[] = Array.from({ length: 1_000 }, (_, index) => {
  const [heading, length, synopsis, characters] = opening[index] ?? [
    `Int. Room ${index + 1} - Day`,
    '1/8',
    null,
    [],
  ]
  return {
    id: `scene-${index}`,
    number: String(index + 1),
    heading,
    length,
    synopsis,
    characters,
    page: String(index + 1),
    isMovable: index !== 3,
  }
})

const firstTitlePage = [
  { key: 'Title', values: ['THE LISBON JOB'] },
  { key: 'Credit', values: ['written by'] },
  { key: 'Author', values: ['Inês Duarte'] },
  { key: 'Copyright', values: ['2026'] },
]

const command = (
  group: string,
  label: string,
  shortcut?: string,
  more: Partial<PaletteCommand> = {},
): PaletteCommand => ({
  id: label,
  label,
  group,
  ...(shortcut !== undefined && { shortcut }),
  run: () => showToast({ title: label }),
  isAvailable: true,
  ...more,
})

const commands = [
  command('Script', 'Save', 'Mod-s', { keywords: ['store', 'keep'] }),
  command('Script', 'Find and replace', 'Mod-f'),
  command('Script', 'Rename a character'),
  command('Format', 'Bold', 'Mod-b'),
  command('Format', 'Dual dialogue', 'Mod-Shift-d', { keywords: ['side by side'] }),
  command('Format', 'Not here', 'Mod-h', { isAvailable: false }),
  command('Scenes', 'Move scene up', 'Alt-ArrowUp'),
  command('Scenes', 'Move scene down', 'Alt-ArrowDown'),
]

/** The panels around the script page. */
export function PagePanelsSection() {
  const [scenes, setScenes] = useState(manyScenes)
  const [currentId, setCurrentId] = useState('scene-1')
  const [chosen, setChosen] = useState<ChosenScenes | null>(null)
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const [isPaletteOpen, setIsPaletteOpen] = useState(false)
  const [isTitlePageOpen, setIsTitlePageOpen] = useState(false)
  const [titlePage, setTitlePage] = useState(firstTitlePage)
  const [typed, setTyped] = useState(0)
  const [goal, setGoal] = useState<Goal | null>(null)
  const list = (
    <SceneList
      scenes={scenes}
      current={scenes.findIndex(({ id }) => id === currentId)}
      onJump={(index) => setCurrentId(scenes[index]?.id ?? '')}
      chosen={chosen}
      onChoose={setChosen}
      onAsk={() => showToast({ title: 'To the prompt' })}
      onMove={(from, to) => {
        setScenes(scenes.toSpliced(from, 1).toSpliced(to, 0, ...scenes.slice(from, from + 1)))
      }}
    />
  )
  return (
    <Card>
      <CardHeader>
        <CardTitle>Page panels</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-col items-start gap-4">
        <div className="flex h-80 w-60 max-w-full flex-col border border-line bg-paper">{list}</div>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setIsSheetOpen(true)}>Open scenes</Button>
          <Button onClick={() => setIsPaletteOpen(true)}>Open commands</Button>
          <Button onClick={() => setIsTitlePageOpen(true)}>Edit title page</Button>
          <Button onClick={() => setTyped(typed + 250)}>Write 250 words</Button>
        </div>
        <div className="w-full border border-line">
          <PageStatus
            goal={
              <GoalButton
                goal={{ goal, typed, choose: setGoal }}
                counts={{ words: 1_204, eighths: 51 }}
              />
            }
            counts={{
              page: '2',
              scene: 2,
              pages: 7,
              eighths: 51,
              minutes: 6,
              scenes: 5,
              words: { printed: 1_204, unprinted: 96 },
            }}
          />
        </div>
        <CommandPalette
          commands={commands}
          isOpen={isPaletteOpen}
          onOpenChange={setIsPaletteOpen}
        />
        <TitlePageForm
          entries={titlePage}
          onSave={setTitlePage}
          isOpen={isTitlePageOpen}
          onOpenChange={setIsTitlePageOpen}
        />
        <BottomSheet
          title={pageMessages.scenes.label}
          closeLabel={messages.common.close}
          isOpen={isSheetOpen}
          onOpenChange={setIsSheetOpen}
        >
          {list}
        </BottomSheet>
      </CardBody>
    </Card>
  )
}
