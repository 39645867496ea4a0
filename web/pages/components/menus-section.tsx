import { Ellipsis, KeyRound, LogOut, Trash2, UserRound } from 'lucide-react'
import { Button } from '../../ui/button/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import {
  Menu,
  MenuContent,
  MenuItem,
  MenuLabel,
  MenuSeparator,
  MenuTrigger,
} from '../../ui/overlay/menu.tsx'
import { showToast } from '../../ui/feedback/toast.ts'

export function MenusSection() {
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
