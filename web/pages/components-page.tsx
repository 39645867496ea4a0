import { ThemeControl } from '../features/theme/theme-control.tsx'
import { TopBar, Wordmark } from '../ui/layout/top-bar.tsx'
import { DialogsSection } from './components/dialogs-section.tsx'
import { FieldsSection } from './components/fields-section.tsx'
import { PagePanelsSection } from './components/page-panels-section.tsx'
import { TableSection } from './components/table-section.tsx'
import { Card, CardBody, CardFooter, CardHeader, CardTitle } from '../ui/layout/card.tsx'
import { Ellipsis, KeyRound, LogOut, Plus, Trash2, UserRound } from 'lucide-react'
import { Button } from '../ui/button/button.tsx'
import { Badge } from '../ui/feedback/badge.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../ui/layout/tabs.tsx'
import { showToast } from '../ui/feedback/toast.ts'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '../ui/overlay/menu.tsx'

function MenusSection() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Menus</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-wrap gap-2">
        <Menu>
          <MenuTrigger asChild>
            <Button>
              <UserRound aria-hidden="true" />
              Account
            </Button>
          </MenuTrigger>
          <MenuContent align="start">
            <MenuLabel>mara@example.com</MenuLabel>
            <MenuSeparator />
            <MenuItem onSelect={() => showToast({ title: 'Change Password' })}>
              <KeyRound aria-hidden="true" />
              Change Password
            </MenuItem>
            <MenuItem disabled>
              <LogOut aria-hidden="true" />
              Log out
            </MenuItem>
          </MenuContent>
        </Menu>
        <Menu>
          <MenuTrigger asChild>
            <Button variant="ghost" size="icon" aria-label="Message menu">
              <Ellipsis aria-hidden="true" />
            </Button>
          </MenuTrigger>
          <MenuContent>
            <MenuItem danger>
              <Trash2 aria-hidden="true" />
              Delete
            </MenuItem>
          </MenuContent>
        </Menu>
      </CardBody>
    </Card>
  )
}

function ToastsSection() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Toasts</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-wrap gap-2">
        <Button
          onClick={() =>
            showToast({
              title: 'Processing...',
              message:
                'The request is taking longer than expected but may still be processing. Please wait...',
            })
          }
        >
          Information
        </Button>
        <Button
          onClick={() =>
            showToast({
              kind: 'success',
              title: 'Success!',
              message: 'Your script has been saved successfully.',
            })
          }
        >
          Success
        </Button>
        <Button
          onClick={() =>
            showToast({
              kind: 'error',
              title: 'Save Error',
              message: 'Network error. Please check your connection and try again.',
            })
          }
        >
          Failure
        </Button>
      </CardBody>
    </Card>
  )
}

function StatesSection() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Tabs, badges, spinner</CardTitle>
        <Badge tone="warn">12 pending</Badge>
      </CardHeader>
      <CardBody className="flex flex-col gap-4">
        <Tabs defaultValue="chats">
          <TabList aria-label="Lists">
            <Tab value="scripts">Scripts</Tab>
            <Tab value="chats">Chats</Tab>
            <Tab value="notes" disabled>
              Notes
            </Tab>
          </TabList>
          <TabPanel value="scripts" className="text-ink-2">
            No previous scripts.
          </TabPanel>
          <TabPanel value="chats" className="text-ink-2">
            No chat conversations yet.
          </TabPanel>
        </Tabs>
        <div className="flex flex-wrap items-center gap-2">
          <Badge>Draft</Badge>
          <Badge tone="good">Approved</Badge>
          <Badge tone="warn">Pending</Badge>
          <Badge tone="bad">Restricted</Badge>
          <Badge tone="count">3</Badge>
          <Badge tone="count">99+</Badge>
          <Spinner label="Loading the list" className="ml-2" />
        </div>
      </CardBody>
      <CardFooter>Last modified 14/11/2026</CardFooter>
    </Card>
  )
}

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const

function ButtonsSection() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Buttons</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-col gap-4">
        {variants.map((variant) => (
          <div key={variant} className="flex flex-wrap items-center gap-2">
            <Button variant={variant} className="capitalize">
              <Plus aria-hidden="true" />
              {variant}
            </Button>
            <Button variant={variant} busy>
              <Plus aria-hidden="true" />
              Saving...
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
            <Button variant={variant} size="sm">
              Small
            </Button>
            <Button variant={variant} size="icon" aria-label={`Delete (${variant})`}>
              <Trash2 aria-hidden="true" />
            </Button>
            <Button variant={variant} size="icon" busy aria-label={`Deleting (${variant})`}>
              <Trash2 aria-hidden="true" />
            </Button>
          </div>
        ))}
      </CardBody>
    </Card>
  )
}

function ScreenplaySection() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Screenplay</CardTitle>
      </CardHeader>
      <CardBody>
        <div className="screenplay mx-auto py-3">
          <p data-element="scene-heading">Int. Tram 28 - Night</p>
          <p>Rain on every window. INÊS, 40s, wet coat, counts the stops on her fingers.</p>
          <p data-element="character">Inês</p>
          <p data-element="dialogue">You're early.</p>
          <p data-element="character">Rui</p>
          <p data-element="parenthetical">(smiling at the rain)</p>
          <p data-element="dialogue">
            You always said I was late. I thought I'd try the <em>other</em> thing.
          </p>
          <p data-element="transition">Cut to:</p>
        </div>
      </CardBody>
    </Card>
  )
}

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
