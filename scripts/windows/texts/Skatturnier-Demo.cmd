@echo off
call "%~dp0Skatturnier.cmd" demo
