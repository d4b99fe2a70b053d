/** What a delivery needs to know about its webhook. */
export interface Target {
  id: string;
  orgId: string;
  url: string;
  isActive: boolean;
  /** In force now; undefined when they cannot be read. */
  secrets: string[] | undefined;
}

/** Where deliveries learn about webhooks. */
export interface Targets {
  find(webhookIds: string[]): Promise<Map<string, Target>>;
  /** Tells which active webhooks of the orgs take an event. */
  findSubscribers(orgIds: string[]): Promise<(event: { orgId: string; type: string }) => Target[]>;
}
