import { Badge } from '../../ui/feedback/badge.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Card, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/layout/table.tsx'

const users = [
  { email: 'noor@example.com', approved: false, generations: 0, joined: '14/11/2026' },
  { email: 'ines.duarte@example.com', approved: true, generations: 88, joined: '02/11/2026' },
  { email: 'tomas@example.com', approved: true, generations: 100, joined: '11/10/2026' },
]

export function TableSection() {
  return (
    <Card>
      <CardHeader>
        <CardTitle>Table</CardTitle>
      </CardHeader>
      <Table caption="Users, newest first" hideCaption>
        <TableHead>
          <TableRow>
            <TableHeader>Email</TableHeader>
            <TableHeader>Role</TableHeader>
            <TableHeader>Status</TableHeader>
            <TableHeader numeric>Monthly Generations</TableHeader>
            <TableHeader>Joined</TableHeader>
            <TableHeader>Actions</TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {users.map((user) => (
            <TableRow key={user.email}>
              <TableCell>{user.email}</TableCell>
              <TableCell>scriptwriter</TableCell>
              <TableCell>
                <Badge tone={user.approved ? 'good' : 'warn'}>
                  {user.approved ? 'Approved' : 'Pending'}
                </Badge>
              </TableCell>
              <TableCell numeric>{user.generations}</TableCell>
              <TableCell>{user.joined}</TableCell>
              <TableCell>
                {user.approved ? (
                  <Button size="sm" className="text-bad">
                    Restrict
                  </Button>
                ) : (
                  <Button size="sm" variant="primary">
                    Approve
                  </Button>
                )}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  )
}
