import { Badge } from '../../ui/feedback/badge.tsx'
import { Card, CardBody, CardFooter, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/layout/tabs.tsx'

export function StatesSection() {
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
