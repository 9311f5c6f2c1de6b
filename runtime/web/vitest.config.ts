import { defineConfig, mergeConfig } from "vitest/config";
import production from "./vite.config.ts";

export default mergeConfig(
  production,
  defineConfig({
    test: {
      include: ["tests/**/*.test.{ts,tsx}", "../plugins/*/client/**/*.test.{ts,tsx}"],
      // Tests of components ask for a DOM in their first line.
      environment: "node",
      // Durations depend on how busy the machine is; this limit only ends a test that hangs.
      testTimeout: 60_000,
    },
  }),
);
