import { defineConfig, mergeConfig } from "vite";
import production from "../vite.config.ts";
import { mockServer } from "./mock.ts";

/** The client with a small mock server, to work on the page without the real server. */
export default mergeConfig(
  production,
  defineConfig({ root: ".", plugins: [mockServer()], server: { host: "127.0.0.1" } }),
);
